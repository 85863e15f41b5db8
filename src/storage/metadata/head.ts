import type { Readable } from 'node:stream';
import { releaseBuffer } from '../../shared/release-buffer.ts';
import type { ByteRange } from '../storage.ts';

/** Opens content anew, all of it or a stretch; a stream of bytes, not of objects. */
export type Open = (range?: ByteRange) => Promise<Readable>;

/** Content that is looked at. */
export interface StoredBlob {
  readonly open: Open;
  /** How it begins. */
  readonly head: Buffer;
  /** Bytes. */
  readonly size: number;
  readonly type: string;
  /** Says that the answer is not needed any more. */
  readonly signal: AbortSignal;
}

/** At most the first `length` bytes of content; the rest of it is not read. */
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
