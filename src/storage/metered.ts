import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ApiError } from '../errors/api-error.ts';
import { releaseBuffer } from '../shared/release-buffer.ts';

/** A content on its way: how much of it there was, and its checksum when it has ended. */
interface Metered {
  /** A chunk is there until the next is asked for; then its memory is given back. */
  readonly content: AsyncIterable<Buffer>;
  /** Bytes. */
  size(): number;
  /** MD5 in hexadecimal digits. */
  checksum(): string;
  /** What made the content end early: an error of its source, not of where it goes. */
  failure(): Error | null;
}

/** Measures a stream, which nobody else reads, as it passes. More than `limit` bytes are error 4. */
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
  // It may fail before anybody reads it; whoever reads it then finds out.
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
  /** Whoever reads has given up: what becomes of the source after that is no failure of its own. */
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
