import type { Writable } from 'node:stream';

/** Lets a command go on when nobody reads what it prints any more, as after `| head`: its work is not done yet. */
export function ignoreBrokenPipe(...streams: readonly Writable[]): void {
  for (const stream of streams)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
}
