import { closeSync, fdatasync, fdatasyncSync, openSync, realpathSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Awaitable } from '../../shared/awaitable.ts';
import { type Account, charge } from '../../shared/loop-time.ts';
import { type DiskPace, databaseDisk } from './disk-pace.ts';
import { IO_ERROR } from './errors.ts';

/**
 * Syncs the write-ahead log of a database file to disk. While the disk is slow, this happens in another thread, which
 * leaves the server's thread to other projects; waiting commits share a sync. On a fast disk, waking two threads would
 * take longer.
 */
export class LogSync {
  readonly #file: string;
  readonly #account: Account | null;
  readonly #disk: DiskPace;
  #handle: number | null = null;
  /** Settles with the sync in progress in another thread, if there is one. */
  #current: Promise<void> = Promise.resolve();
  /** The sync that begins after {@link #current}. */
  #next: Promise<void> | null = null;
  #failure: Error | null = null;

  /** `account` is charged for the work that follows a sync in another thread. */
  constructor(file: string, account: Account | null, disk: DiskPace = databaseDisk) {
    this.#file = file;
    this.#account = account;
    this.#disk = disk;
  }

  /**
   * The error of a failed sync; null if none has failed. No later sync can guarantee that everything is on disk, so the
   * log ends at the missing part.
   */
  get failure(): Error | null {
    return this.#failure;
  }

  /** Returns, or resolves, when everything committed so far is on disk. */
  synced(): Awaitable<void> {
    if (!this.#disk.isSlow) return this.#syncHere();
    // The sync in progress may have begun before the last commit.
    this.#next ??= this.#current.then(() => this.#begin());
    return this.#next;
  }

  /** Waits for the pending syncs. */
  async close(): Promise<void> {
    await this.#next?.catch(() => {});
    await this.#current;
    if (this.#handle !== null) closeSync(this.#handle);
    this.#handle = null;
  }

  #syncHere(): void {
    const began = performance.now();
    try {
      fdatasyncSync(this.#opened());
    } catch (error) {
      throw this.#failed(error);
    }
    this.#disk.note(performance.now() - began);
  }

  #begin(): Promise<void> {
    const sync = this.#syncElsewhere();
    this.#next = null;
    this.#current = sync.catch(() => {});
    return sync;
  }

  async #syncElsewhere(): Promise<void> {
    try {
      await dataOnDisk(this.#opened());
    } catch (error) {
      throw this.#failed(error);
    }
    charge(this.#account);
  }

  /** Throws the failure of an earlier sync. */
  #opened(): number {
    if (this.#failure) throw this.#failure;
    this.#handle ??= openSync(`${realpathSync(this.#file)}-wal`, 'r+');
    return this.#handle;
  }

  #failed(cause: unknown): Error {
    this.#failure ??= Object.assign(new Error('the disk did not take a commit', { cause }), { errcode: IO_ERROR });
    return this.#failure;
  }
}

const dataOnDisk = promisify(fdatasync);
