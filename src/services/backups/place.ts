import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../errors/api-error.ts';

/** Free disk space that backups leave to databases and files, in bytes. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** The path of a backup: in the project's folder of backups, under a name that cannot be guessed. */
export class BackupPlace {
  readonly #folder: string;
  readonly #stem: string;

  private constructor(folder: string, stem: string) {
    this.#folder = folder;
    this.#stem = stem;
  }

  /** A path that is not in use. */
  static next(folder: string, now: Date): BackupPlace {
    const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
    return new BackupPlace(folder, `${moment}-${randomBytes(9).toString('hex')}`);
  }

  /** The path for a stored name; null if it is not a valid name. */
  static named(folder: string, stem: unknown): BackupPlace | null {
    return typeof stem === 'string' && /^[\w-]{1,100}$/.test(stem) ? new BackupPlace(folder, stem) : null;
  }

  get stem(): string {
    return this.#stem;
  }

  /** The file of a completed backup. */
  get file(): string {
    return join(this.#folder, `${this.#stem}.octavo`);
  }

  /** The file while it is being written. */
  get part(): string {
    return join(this.#folder, `${this.#stem}.part`);
  }

  /** Makes the folder; must be called before anything is written there. */
  async prepare(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
  }

  /** Refuses to continue if little space is left on the disk. Error 4. */
  async requireRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < RESERVE_BYTES) throw new ApiError('backupNoRoom');
  }

  /** Completes the backup: from now on it survives crashes. Its bytes must be on the disk already. */
  async complete(): Promise<void> {
    await rename(this.part, this.file);
    const folder = await open(this.#folder, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /**
   * Removes the files. The unfinished one is removed first, so that a process that is still writing it cannot complete
   * it afterwards.
   */
  async clear(): Promise<void> {
    for (const path of [this.part, this.file]) await rm(path, { force: true });
  }

  /** The complete file; null if it is gone. */
  async found(): Promise<{ readonly size: number; readonly modified: Date } | null> {
    const found = await stat(this.file).catch(() => null);
    return found?.isFile() ? { size: found.size, modified: found.mtime } : null;
  }
}
