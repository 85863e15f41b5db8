import { KeyedLock } from '../shared/keyed-lock.ts';
import type { DatabaseAddress, WriteLock } from './dialect.ts';
import { inUse, nameOf } from './in-use.ts';
import { writersOf } from './limits.ts';

/**
 * Bounds how many transactions a process runs at a time on a database of a server, half as many while other databases are in use:
 * databases often share processors, and more transactions of one keep the statements of others waiting for them.
 */
export class WriteTurns {
  readonly #database: string;
  readonly #lock: KeyedLock;

  constructor(address: DatabaseAddress) {
    this.#database = nameOf(address);
    this.#lock = new KeyedLock(() => inUse.shareOf(writersOf(address)));
  }

  /** Runs a transaction when it may, exclusively unless it has a lock, and returns its result. */
  run<T>(lock: WriteLock | undefined, work: () => Promise<T>): Promise<T> {
    inUse.note(this.#database);
    return lock ? this.#lock.shared(lock.lockKey, work) : this.#lock.exclusive(work);
  }

  /** Runs `work` while no transaction does, and returns its result. */
  exclusive<T>(work: () => Promise<T>): Promise<T> {
    return this.#lock.exclusive(work);
  }
}
