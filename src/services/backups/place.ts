import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../../errors/api-error.ts';

/** Free bytes of the disk that backups leave to databases and files. */
const RESERVE_BYTES = 256 * 1024 * 1024;

/** Where a backup lies: in the project's folder of backups, under a name that is not guessed. */
export class BackupPlace {
  readonly #folder: string;
  readonly #stem: string;

  private constructor(folder: string, stem: string) {
    this.#folder = folder;
    this.#stem = stem;
  }

  /** A place that nothing lies at. */
  static next(folder: string, now: Date): BackupPlace {
    const moment = now.toISOString().slice(0, 19).replaceAll(':', '-');
    return new BackupPlace(folder, `${moment}-${randomBytes(9).toString('hex')}`);
  }

  /** The place of a name that was stored; null for what cannot be one. */
  static named(folder: string, stem: unknown): BackupPlace | null {
    return typeof stem === 'string' && /^[\w-]{1,100}$/.test(stem) ? new BackupPlace(folder, stem) : null;
  }

  get stem(): string {
    return this.#stem;
  }

  /** The file of a backup that is complete. */
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

  /** Refuses to go on where little room is left on the disk. Error 4. */
  async requireRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#folder);
    if (bavail * bsize < RESERVE_BYTES) throw new ApiError('backupNoRoom');
  }

  /** The backup is complete from now on, whatever happens. Its bytes are on the disk already. */
  async complete(): Promise<void> {
    await rename(this.part, this.file);
    const folder = await open(this.#folder, constants.O_RDONLY);
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  }

  /** Removes what lies there; the unfinished file first, so that whoever writes it cannot complete it afterwards. */
  async clear(): Promise<void> {
    for (const path of [this.part, this.file]) await rm(path, { force: true });
  }

  /** The complete file; null if it is gone. */
  async found(): Promise<{ readonly size: number; readonly modified: Date } | null> {
    const found = await stat(this.file).catch(() => null);
    return found?.isFile() ? { size: found.size, modified: found.mtime } : null;
  }
}
