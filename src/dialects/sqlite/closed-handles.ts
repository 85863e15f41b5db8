import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { descriptorLimit } from '../../shared/descriptors.ts';

/**
 * File descriptors reserved for connections and open projects, and the share of the rest that closed connections may
 * take.
 */
const OTHERS = 128;
const SHARE = 1 / 4;
const MAX_HANDLES = 512;

let closed = 0;
let most: number | undefined;

/**
 * The driver keeps the files of a closed connection open until its statements have been garbage-collected, and cannot
 * be told to finalise them. So a garbage collection is forced after many connections have been closed, before
 * descriptors run out.
 */
export function countClosed(): void {
  most ??= Math.min(MAX_HANDLES, Math.max(1, Math.floor((descriptorLimit() - OTHERS) * SHARE)));
  if (++closed < most) return;
  closed = 0;
  setImmediate(collectGarbage);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
