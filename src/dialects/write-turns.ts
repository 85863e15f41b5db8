import { KeyedLock } from '../shared/keyed-lock.ts';
import type { DatabaseAddress, WriteLock } from './dialect.ts';
import { inUse, nameOf } from './in-use.ts';
import { writersOf } from './limits.ts';

/**
 * Bounds the transactions that a process runs concurrently on a database of a server. While other databases are in use,
 * the limit is half as many: databases often share processors, and more transactions of one would keep the statements
 * of others waiting.
 */
export class WriteTurns {
  readonly #database: string;
  readonly #lock: KeyedLock;

  constructor(address: DatabaseAddress) {
    this.#database = nameOf(address);
    this.#lock = new KeyedLock(() => inUse.shareOf(writersOf(address)));
  }

  /** Runs a transaction when it is admitted, exclusively unless it has a lock, and returns its result. */
  run<T>(lock: WriteLock | undefined, work: () => Promise<T>): Promise<T> {
    inUse.note(this.#database);
    return lock ? this.#lock.shared(lock.lockKey, work) : this.#lock.exclusive(work);
  }

  /** Runs `work` while no transaction is running, and returns its result. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.exclusive(work);
  }
}
