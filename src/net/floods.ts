import type { ClientRequest } from 'node:http';

/** How many interim responses may precede the final one. */
const MAX_INTERIM = 20;

/** How many parts of a body may be small, and the size that the others must have on average, in bytes. */
const SMALL = { parts: 2_000, bytes: 128 };

/**
 * Ends a request whose server sends interim responses, such as 102 or 103, without end. They count towards no limit of
 * size, and thousands of them arrive at a time.
 */
export function endOnInterimFlood(request: ClientRequest): void {
  let received = 0;
  request.on('information', () => {
    if (++received === MAX_INTERIM + 1) request.destroy(new Error('too many interim responses'));
  });
}

/**
 * Whether a body arrives in too many parts for its size. Each chunk of its transfer coding is a part, even if it holds
 * a single byte, and takes as much of the event loop as one of 64 KiB.
 */
export function hasTooManyParts(parts: number, bytes: number): boolean {
  return parts > SMALL.parts + bytes / SMALL.bytes;
}
