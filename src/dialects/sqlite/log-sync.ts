import { closeSync, fdatasync, openSync, realpathSync } from 'node:fs';
import { charge } from '../../shared/loop-time.ts';
import type { Party } from '../../shared/turns.ts';

/** The engine's code for a disk that fails. */
const IO_ERROR = 10;

/**
 * Syncs the write-ahead log of a database file to disk in another thread, which leaves the server's to other projects: a busy disk
 * takes long now and then. Commits that wait for the disk share a sync.
 */
export class LogSync {
  readonly #file: string;
  readonly #account: Party | null;
  #handle: number | null = null;
  /** Settles with the sync under way, if there is one. */
  #current: Promise<void> = Promise.resolve();
  /** The sync that begins then. */
  #next: Promise<void> | null = null;
  #failure: Error | null = null;

  /** `account` is charged for what follows a sync. */
  constructor(file: string, account: Party | null) {
    this.#file = file;
    this.#account = account;
  }

  /** Whether a sync has failed. No later one can say that everything is on disk: what is missing ends the log. */
  get hasFailed(): boolean {
    return this.#failure !== null;
  }

  /** Resolves when everything is on disk that has been committed by now. A sync under way may have begun before. */
  synced(): Promise<void> {
    this.#next ??= this.#current.then(() => this.#begin());
    return this.#next;
  }

  /** Waits for what is to be synced. */
  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#current;
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #begin(): Promise<void> {
    const sync = this.#sync();
    this.#next = null;
    this.#current = sync.catch(() => {});
    return sync;
  }

  #sync(): Promise<void> {
    return new Promise((done, fail) => {
      const failed = (cause: unknown): void => {
        this.#failure ??= Object.assign(new Error('the disk did not take a commit', { cause }), { errcode: IO_ERROR });
        fail(this.#failure);
      };
      if (this.#failure) return failed(this.#failure);
      try {
        this.#handle ??= openSync(`${realpathSync(this.#file)}-wal`, 'r+');
      } catch (error) {
        return failed(error);
      }
      fdatasync(this.#handle, (error) => {
        charge(this.#account);
        if (error) failed(error);
        else done();
      });
    });
  }
}
