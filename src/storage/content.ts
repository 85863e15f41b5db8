import type { Readable } from 'node:stream';
import type { ByteRange } from './storage.ts';

/** Bytes that can be sent, completely or as a range. */
export interface Content {
  readonly size: number;
  readonly modified: Date;
  /** Without quotes. Equal only for equal bytes. */
  readonly tag: string;
  /** Whether these are the bytes that the file's checksum belongs to, so that the tag will never stand for others. */
  readonly exact: boolean;
  /** Null if the bytes have been removed or replaced meanwhile. */
  open(range?: ByteRange): Promise<Readable | Buffer | null>;
}

/** A file ready to be delivered. (Contract, F-111 and F-123.) */
export interface Delivery {
  readonly content: Content;
  readonly type: string;
  /** The name to save it under. */
  readonly name: string;
  /** The value of `Cache-Control`. */
  readonly caching: string;
}

/** Bytes in memory, ready to be sent. */
export function contentOfBytes(bytes: Buffer, modified: Date, tag: string, exact: boolean): Content {
  return {
    size: bytes.length,
    modified,
    tag,
    exact,
    open: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  };
}
