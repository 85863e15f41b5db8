import type { Readable } from 'node:stream';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import type { ByteRange } from '../storage.ts';

/** Opens a blob, or a range of it, as a stream of bytes. */
export type Open = (range?: ByteRange) => Promise<Readable>;

/** A blob that is examined. */
export interface StoredBlob {
  readonly open: Open;
  /** Its first bytes. */
  readonly head: Buffer;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  /** Aborted when the result is no longer needed. */
  readonly signal: AbortSignal;
}

/** Reads at most the first `length` bytes of a blob. */
export async function readHead(open: Open, length: number): Promise<Buffer> {
  const stream = await open({ start: 0, end: length - 1 });
  const chunks: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer);
      read += (chunk as Buffer).length;
      if (read >= length) break;
    }
  } finally {
    stream.destroy();
  }
  const head = Buffer.concat(chunks).subarray(0, length);
  for (const chunk of chunks) releaseBuffer(chunk);
  return head;
}
