import type { Writable } from 'node:stream';

/** Lets a command continue when its output is no longer read, as with `| head`. */
export function ignoreBrokenPipe(...streams: readonly Writable[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
