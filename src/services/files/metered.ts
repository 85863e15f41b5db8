import { createHash } from 'node:crypto';
import { type Readable, Transform } from 'node:stream';
import { ApiError } from '../../errors/api-error.ts';

/** A content on its way: how much of it there was, and its checksum when it has ended. */
export interface Metered {
  readonly stream: Readable;
  /** Bytes. */
  size(): number;
  /** MD5 in hexadecimal digits. */
  checksum(): string;
  /** What made the content end early: an error of its source, not of where it goes. */
  failure(): Error | null;
}

/** Measures a stream as it passes. More than `limit` bytes are error 4. */
export function metered(content: Readable, limit: number): Metered {
  const hash = createHash('md5');
  let size = 0;
  let failure: Error | null = null;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) return done(new ApiError('fileTooLarge', { limit }));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  // It may fail before anybody reads it; whoever reads it then finds out.
  stream.on('error', () => {});
  const fail = (error: Error): void => {
    failure = error;
    stream.destroy(error);
  };
  content.once('error', fail);
  if (content.destroyed) fail(content.errored ?? new Error('the content ended early'));
  stream.once('close', () => content.destroy());
  content.pipe(stream);
  return { stream, size: () => size, checksum: () => hash.digest('hex'), failure: () => failure };
}
