import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { releaseBuffer } from '../shared/release-buffer.ts';

/** A stream in progress, with its size so far, and its checksum once it has ended. */
interface Metered {
  /** A chunk is valid until the next one is requested; then its memory is released. */
  readonly content: AsyncIterable<Buffer>;
  /** Bytes. */
  size(): number;
  /** MD5 in hexadecimal digits. */
  checksum(): string;
  /** The error that ended the stream early, if it is an error of the source and not of the destination. */
  failure(): Error | null;
}

/** Measures a stream as it passes; nothing else may read it. Error 4 for more than `limit` bytes. */
export function metered(source: Readable, limit: number): Metered {
  const hash = createHash('md5');
  let size = 0;
  let failure: Error | null = null;
  const measure = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) throw new ApiError('fileTooLarge', { limit });
    hash.update(chunk);
  };
  const fail = (error: Error): void => {
    failure ??= error;
  };
  // The source may fail before it is read; the reader gets the error then.
  source.once('error', fail).on('error', () => {});
  return {
    content: passed(source, { measure, fail, leave: () => source.off('error', fail) }),
    size: () => size,
    checksum: () => hash.digest('hex'),
    failure: () => failure,
  };
}

interface Gauge {
  measure(chunk: Buffer): void;
  fail(error: Error): void;
  /** Called when the reader has given up: later errors of the source do not count. */
  leave(): void;
}

async function* passed(source: Readable, { measure, fail, leave }: Gauge): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of source) {
      measure(chunk);
      yield* offered(chunk, leave);
      releaseBuffer(chunk);
    }
  } catch (error) {
    fail(error as Error);
    throw error;
  }
}

function* offered(chunk: Buffer, leave: () => void): Generator<Buffer> {
  let isTaken = false;
  try {
    yield chunk;
    isTaken = true;
  } finally {
    if (!isTaken) leave();
  }
}
