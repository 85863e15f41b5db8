import type { Readable } from 'node:stream';

/** An object that lies in a storage: its size in bytes, and when it was last written. */
export interface StoredObject {
  readonly size: number;
  readonly modified: Date;
}

/** A stretch of bytes; both ends belong to it. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** What is written: bytes in chunks, each of which may be overwritten as soon as the next is asked for. */
export type ObjectData = AsyncIterable<Buffer>;

/** Where a project's files lie. Names are relative, like `originals/abc.png`; a name that leaves the storage is refused. */
export interface Storage {
  /** `local` or `s3`: the `storage` of a file. */
  readonly adapter: string;
  /** Takes a name for an object that is yet to be written, unless something stands there already. */
  claim(name: string): Promise<boolean>;
  /** Writes a content whole or not at all; what stood under the name is replaced. Returns the number of bytes. */
  write(name: string, data: ObjectData): Promise<number>;
  /** Null where there is no such object. */
  stat(name: string): Promise<StoredObject | null>;
  /**
   * The content, or a stretch of it; null where there is no such object, or where it is no more the one that `stat`
   * found.
   */
  read(name: string, range?: ByteRange, found?: StoredObject): Promise<Readable | null>;
  /** No error when it is not there. */
  remove(name: string): Promise<void>;
  /** Gives an object another name; what stood under that is replaced. */
  rename(from: string, to: string): Promise<void>;
  /** The objects whose names begin with a prefix, in no order. */
  list(prefix: string): AsyncIterable<StoredObject & { readonly name: string }>;
  /** Removes what writes left that have not been going on since a moment; returns how many there were. */
  clean(before: Date): Promise<number>;
  close(): Promise<void>;
}
