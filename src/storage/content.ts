import type { Readable } from 'node:stream';
import type { ByteRange } from './storage.ts';

/** Bytes that can be sent: whole, or a stretch of them. */
export interface Content {
  readonly size: number;
  readonly modified: Date;
  /** Equal for equal bytes alone; without quotes. */
  readonly tag: string;
  /** These are the bytes that the file's checksum belongs to, and will never be others under this tag. */
  readonly exact: boolean;
  /** Null where they are gone meanwhile, or others are in their place. */
  open(range?: ByteRange): Promise<Readable | Buffer | null>;
}

/** A file ready to be delivered. (Contract, F-111 and F-123.) */
export interface Delivery {
  readonly content: Content;
  readonly type: string;
  /** Under which name it is saved. */
  readonly name: string;
  /** The value of `Cache-Control`. */
  readonly caching: string;
}

/** Content that lies in memory. */
export function contentOfBytes(bytes: Buffer, modified: Date, tag: string, exact: boolean): Content {
  return {
    size: bytes.length,
    modified,
    tag,
    exact,
    open: async (range) => (range ? bytes.subarray(range.start, range.end + 1) : bytes),
  };
}
