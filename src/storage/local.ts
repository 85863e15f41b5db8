import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import type { Readable } from 'node:stream';
import { filesBelow } from './local-walk.ts';
import { INCOMING, partsOf, UnsafeName } from './names.ts';
import type { ByteRange, ObjectData, Storage, StoredObject } from './storage.ts';

const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const PRIVATE = 0o700;
/** How often creating an object's folder is retried while others remove it because it is empty. */
const TRIES = 5;
/**
 * The size of a chunk that the server itself reads: each read costs a round trip to a thread, and no slow client is
 * involved.
 */
const CHUNK = 512 * 1024;

/** A storage in local folders: one per top-level prefix. */
export class LocalStorage implements Storage {
  readonly adapter = 'local';
  readonly #rooms: ReadonlyMap<string, string>;

  constructor(rooms: Readonly<Record<string, string>>) {
    this.#rooms = new Map(Object.entries(rooms));
  }

  async claim(name: string): Promise<boolean> {
    const file = await this.#placeFor(name);
    try {
      await (await open(file, 'wx', 0o600)).close();
      return true;
    } catch (error) {
      if (isCode(error, 'EEXIST')) return false;
      throw error;
    }
  }

  async write(name: string, data: ObjectData): Promise<number> {
    const room = this.#roomOf(name);
    await mkdir(join(room, INCOMING), { recursive: true, mode: PRIVATE });
    const unfinished = join(room, INCOMING, randomUUID());
    try {
      const size = await writeWhole(unfinished, data);
      await this.#moveTo(name, unfinished);
      return size;
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async stat(name: string): Promise<StoredObject | null> {
    const handle = await this.#openFile(name);
    if (!handle) return null;
    try {
      const { size, mtime } = await handle.stat();
      return { size, modified: mtime };
    } finally {
      await handle.close();
    }
  }

  async read(name: string, range?: ByteRange, found?: StoredObject): Promise<Readable | null> {
    const handle = await this.#openFile(name);
    if (!found) return handle?.createReadStream({ ...range, highWaterMark: CHUNK }) ?? null;
    if (!handle || (await isFound(handle, found))) return handle?.createReadStream({ ...range }) ?? null;
    await handle.close();
    return null;
  }

  async remove(name: string): Promise<void> {
    const file = this.#pathOf(name);
    if (!(await this.#isInside(name, dirname(file)))) return;
    await unlink(file).catch(ignoring('ENOENT', 'ENOTDIR'));
    await this.#removeEmpty(name);
  }

  async rename(from: string, to: string): Promise<void> {
    const file = this.#pathOf(from);
    await this.#requireInside(from, dirname(file));
    await this.#moveTo(to, file);
    await this.#removeEmpty(from);
  }

  async *list(prefix: string): AsyncGenerator<StoredObject & { readonly name: string }> {
    for (const [room, folder] of this.#rooms) {
      const start = prefix.startsWith(`${room}/`) ? prefix.slice(room.length + 1) : null;
      if (start === null && !`${room}/`.startsWith(prefix)) continue;
      for await (const { path, ...object } of filesBelow(folder, start ?? ''))
        yield { name: `${room}/${path}`, ...object };
    }
  }

  async clean(before: Date): Promise<number> {
    let removed = 0;
    for (const folder of this.#rooms.values()) {
      for (const name of await readdir(join(folder, INCOMING)).catch(() => [])) {
        const file = join(folder, INCOMING, name);
        const found = await lstat(file).catch(() => null);
        if (!found?.isFile() || found.mtime >= before) continue;
        await rm(file, { force: true });
        removed++;
      }
    }
    return removed;
  }

  async close(): Promise<void> {}

  #roomOf(name: string): string {
    const room = this.#rooms.get(partsOf(name)[0]);
    if (room === undefined) throw new UnsafeName(name);
    return room;
  }

  #pathOf(name: string): string {
    return join(this.#roomOf(name), ...partsOf(name).slice(1));
  }

  /** The path of an object about to be written; creates its folder. */
  async #placeFor(name: string): Promise<string> {
    const file = this.#pathOf(name);
    await mkdir(dirname(file), { recursive: true, mode: PRIVATE });
    await this.#requireInside(name, dirname(file));
    return file;
  }

  /** Moves a file to an object's path. Its folder may be removed meanwhile, along with the last object in it. */
  async #moveTo(name: string, from: string): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        const file = await this.#placeFor(name);
        await rename(from, file);
        return await syncFolder(dirname(file)).catch(ignoring('ENOENT'));
      } catch (error) {
        if (!isCode(error, 'ENOENT') || tries >= TRIES) throw error;
      }
    }
  }

  /** Removes the folder of an object if it is empty. */
  async #removeEmpty(name: string): Promise<void> {
    const folder = dirname(this.#pathOf(name));
    if (folder !== this.#roomOf(name)) await rmdir(folder).catch(() => {});
  }

  /** Refuses a path that leaves its folder once all links are followed. */
  async #requireInside(name: string, path: string): Promise<void> {
    const [room, real] = await Promise.all([realpath(this.#roomOf(name)), realpath(path)]);
    if (real !== room && !real.startsWith(room + sep)) throw new UnsafeName(name);
  }

  async #isInside(name: string, path: string): Promise<boolean> {
    return this.#requireInside(name, path).then(
      () => true,
      () => false,
    );
  }

  /** Opens a regular file of the storage, and nothing else. */
  async #openFile(name: string): Promise<FileHandle | null> {
    const file = this.#pathOf(name);
    const handle = await open(file, READ).catch(ignoring('ENOENT', 'ENOTDIR', 'ELOOP', 'ENXIO', 'ENAMETOOLONG'));
    if (!handle) return null;
    if ((await handle.stat()).isFile() && (await this.#isInside(name, file))) return handle;
    await handle.close();
    return null;
  }
}

async function isFound(handle: FileHandle, { size, modified }: StoredObject): Promise<boolean> {
  const open = await handle.stat();
  return open.size === size && open.mtime.getTime() === modified.getTime();
}

/** Writes a new file; returns when its bytes are on disk. */
async function writeWhole(file: string, data: ObjectData): Promise<number> {
  const handle = await open(file, 'wx', 0o600);
  try {
    for await (const chunk of data) await handle.appendFile(chunk);
    await handle.sync();
    return (await handle.stat()).size;
  } finally {
    await handle.close();
  }
}

/** A new name is durable once its folder has been synchronised. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, constants.O_RDONLY);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  codes.includes((error as NodeJS.ErrnoException).code ?? '');

function ignoring(...codes: readonly string[]): (error: unknown) => undefined {
  return (error) => {
    if (!isCode(error, ...codes)) throw error;
  };
}
