import type { Readable } from 'node:stream';

/** A stored object: its size in bytes, and when it was last written. */
export interface StoredObject {
  readonly size: number;
  readonly modified: Date;
}

/** A range of bytes; both ends are inclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** The data to write, in chunks. The buffer of a chunk may be reused once the next chunk is requested. */
export type ObjectData = AsyncIterable<Buffer>;

/**
 * Stores a project's objects. Names are relative, like `originals/abc.png`; a name that leaves the storage is refused.
 */
export interface Storage {
  /** `local` or `s3`; the `storage` attribute of a file. */
  readonly adapter: string;
  /** Reserves a name for an object about to be written; returns whether it was free. */
  claim(name: string): Promise<boolean>;
  /** Writes an object atomically, replacing any object of that name. Returns the number of bytes. */
  write(name: string, data: ObjectData): Promise<number>;
  /** Null if there is no such object. */
  stat(name: string): Promise<StoredObject | null>;
  /** Opens an object, or a range of it; null if it does not exist, or is not the one that `stat` found. */
  read(name: string, range?: ByteRange, found?: StoredObject): Promise<Readable | null>;
  /** No error if it does not exist. */
  remove(name: string): Promise<void>;
  /** Renames an object, replacing any object of that name. */
  rename(from: string, to: string): Promise<void>;
  /** Lists the objects with a prefix, in no particular order. */
  list(prefix: string): AsyncIterable<StoredObject & { readonly name: string }>;
  /** Removes unfinished writes older than a moment; returns their number. */
  clean(before: Date): Promise<number>;
  close(): Promise<void>;
}
