import { availableParallelism } from 'node:os';
import { Semaphore } from '../../shared/semaphore.ts';

/** The limits for creating one image. (docs/api.md, "What images may cost".) */
export const BUDGET = {
  /** Bytes of a source, which is held in memory completely. */
  sourceBytes: 64 * 1024 * 1024,
  /** Pixels of a source that is decoded line by line. */
  pixels: 100_000_000,
  /** Pixels of a source that must be decoded completely. */
  wholePixels: 40_000_000,
  /** Width in pixels of a source that is decoded line by line. Hundreds of lines are in memory at a time. */
  lineWidth: 20_000,
  /** Pixels per side of the result. */
  side: 8192,
  /** Pixels of the result. */
  resultPixels: 16_000_000,
  /** Seconds. */
  deadline: 10,
  /** Seconds until a source must have been read. */
  reading: 60,
} as const;

/** Leaves one of the four threads of Node's pool to everything else. */
const CONVERTED = Math.min(3, availableParallelism() + 1);
/** Waiting images per project. */
const WAITING = 100;

/**
 * Bounds the images that are in memory. Slots are shared fairly among projects, and one project leaves a third of them
 * to the others: its storage may take long to give it the sources.
 */
export const sourceSemaphore = new Semaphore({ total: 2 * CONVERTED, each: CONVERTED + 1, waiting: WAITING });

/** Bounds concurrent conversions of images that have been read. */
export const conversionSemaphore = new Semaphore({ total: CONVERTED });
