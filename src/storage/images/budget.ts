import { availableParallelism } from 'node:os';
import { Semaphore } from '../../shared/semaphore.ts';

/** What making one image may cost. (docs/api.md, "What images may cost".) */
export const BUDGET = {
  /** Bytes of a source: it is held in memory whole. */
  sourceBytes: 64 * 1024 * 1024,
  /** Pixels of a source that is decoded line by line. */
  pixels: 100_000_000,
  /** Pixels of a source that has to be decoded whole. */
  wholePixels: 40_000_000,
  /** Pixels of a side of what is made. */
  side: 8192,
  /** Pixels of what is made. */
  resultPixels: 16_000_000,
  /** Seconds. */
  deadline: 10,
} as const;

/** One core is left for everything else; libraries run in the four threads of Node's pool, and one of those is left too. */
const CONCURRENT = Math.max(1, Math.min(3, availableParallelism() - 1));
/** Of one project. */
const WAITING = 100;

/** Images are made a few at a time, in the whole process; projects take turns. */
export const imageSemaphore = new Semaphore(CONCURRENT, WAITING);
