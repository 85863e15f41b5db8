import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ApiError } from '../errors/api-error.ts';
import { systemRefusal } from '../errors/system-refusal.ts';
import type { ByteRange, ObjectData, Storage, StoredObject } from './storage.ts';

/** Translates storage failures into error 11; errors of the written data's source are kept. */
export class TranslatedStorage implements Storage {
  readonly adapter: string;
  readonly #storage: Storage;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.adapter = storage.adapter;
  }

  claim(name: string): Promise<boolean> {
    return translated(this.#storage.claim(name));
  }

  write(name: string, data: ObjectData): Promise<number> {
    return translated(this.#storage.write(name, data));
  }

  stat(name: string): Promise<StoredObject | null> {
    return translated(this.#storage.stat(name));
  }

  read(name: string, range?: ByteRange, found?: StoredObject): Promise<Readable | null> {
    return translated(this.#storage.read(name, range, found));
  }

  remove(name: string): Promise<void> {
    return translated(this.#storage.remove(name));
  }

  rename(from: string, to: string): Promise<void> {
    return translated(this.#storage.rename(from, to));
  }

  async *list(prefix: string): AsyncGenerator<StoredObject & { readonly name: string }> {
    try {
      yield* this.#storage.list(prefix);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  clean(before: Date): Promise<number> {
    return translated(this.#storage.clean(before));
  }

  close(): Promise<void> {
    return this.#storage.close();
  }
}

/** Reads an opened object into memory. Error 11. */
export function bytesOf(data: Readable): Promise<Buffer> {
  return translated(buffer(data));
}

/** Translates a failure of the storage or the file system into error 11; returns other errors unchanged. */
export function asUnavailable(error: unknown): unknown {
  const refusal = systemRefusal(originOf(error));
  if (refusal) return refusal;
  const isOfSystem = (error as NodeJS.ErrnoException).syscall !== undefined;
  return isOfSystem ? Object.assign(new ApiError('storageUnavailable'), { cause: error }) : error;
}

const originOf = (error: unknown): unknown =>
  error instanceof Error && error.cause !== undefined ? originOf(error.cause) : error;

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asUnavailable(error);
  }
}
