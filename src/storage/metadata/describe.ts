import { setTimeout as wait } from 'node:timers/promises';
import { TooLate, withDeadline } from '../../shared/deadline.ts';
import { Semaphore } from '../../shared/semaphore.ts';
import { StorageFailure } from '../storage-failure.ts';
import { type Open, readHead, type StoredBlob } from './head.ts';
import { mediaTypeOf } from './media-type.ts';
import { describePicture } from './picture.ts';
import { describeRecording } from './recording.ts';

/** What is found in a file's bytes; null or empty if nothing is. */
export interface BlobDescription {
  /** Media type, like `image/png`. */
  readonly type: string;
  readonly charset: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether the image is rotated by 90 degrees, so that width and height are swapped when it is shown. */
  readonly isTurned: boolean;
  /** Seconds. */
  readonly duration: number | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
}

/** Bytes that are read before anything is known. */
const HEAD_BYTES = 1024 * 1024;
/** How long the storage may take for them. */
const HEAD_MS = 30_000;
const DEADLINE_MS = 10_000;
/**
 * The bytes are in memory, so only a few blobs are described at a time: at most half of them of one project, whose blobs
 * may each take until the deadline.
 */
const semaphore = new Semaphore({ total: 4, each: 2 });

const NOTHING: Omit<BlobDescription, 'type'> = {
  charset: null,
  width: null,
  height: null,
  isTurned: false,
  duration: null,
  description: null,
  location: null,
  tags: null,
};

/** A blob that is described. */
interface UnknownBlob {
  /** The key of its project. */
  readonly project: string;
  readonly open: Open;
  /** Bytes. */
  readonly size: number;
  readonly name: string;
}

/**
 * Describes a blob. Slots are shared fairly among projects. Properties that cannot be determined are null, including
 * those of a damaged blob or one that takes more than some seconds to examine. Throws the errors of `open`; error 11 if
 * the first bytes take longer than `headMs`. (Contract, F-9, F-10 and F-63.)
 */
export async function describeBlob(blob: UnknownBlob, headMs = HEAD_MS): Promise<BlobDescription> {
  return semaphore.run(blob.project, () => describe(blob, headMs));
}

async function describe({ open, size, name }: UnknownBlob, headMs: number): Promise<BlobDescription> {
  const head = await headInTime(readHead(open, Math.min(HEAD_BYTES, size)), headMs);
  const type = await mediaTypeOf(head, name);
  const found = await inTime((signal) => detailsOf({ open, head, size, type, signal }));
  return { ...NOTHING, ...(type.startsWith('image/') && { charset: 'binary' }), ...found, type };
}

async function headInTime(reading: Promise<Buffer>, ms: number): Promise<Buffer> {
  try {
    return await withDeadline(ms, reading);
  } catch (error) {
    throw error instanceof TooLate ? new StorageFailure(`the first bytes took longer than ${ms} ms`) : error;
  }
}

async function detailsOf(blob: StoredBlob): Promise<Partial<BlobDescription> | null> {
  const { type } = blob;
  if (type === 'image/svg+xml') return null;
  if (type.startsWith('image/')) return describePicture(blob);
  return /^(audio|video)\/|\/ogg$/.test(type) ? describeRecording(blob) : null;
}

/** The result of `work` if it finishes before the deadline; otherwise its signal is aborted. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const deadline = wait(DEADLINE_MS, null, { signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([work(over.signal), deadline]);
  } finally {
    over.abort();
  }
}
