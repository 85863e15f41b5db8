import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { descriptorLimit } from '../../shared/descriptors.ts';

/** Descriptors that are left to connections and open projects, and the share of the rest that closed handles may take. */
const OTHERS = 128;
const SHARE = 1 / 4;
const MOST = 512;

let closed = 0;
let most: number | undefined;

/**
 * The driver keeps the files of a closed connection open until its statements have been collected, and cannot be told to end
 * them. So after many connections have been closed, garbage is collected, before descriptors run out.
 */
export function countClosed(): void {
  most ??= Math.min(MOST, Math.max(1, Math.floor((descriptorLimit() - OTHERS) * SHARE)));
  if (++closed < most) return;
  closed = 0;
  setImmediate(collectGarbage);
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}
