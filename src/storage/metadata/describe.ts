import { setTimeout as wait } from 'node:timers/promises';
import { Turns } from '../../shared/turns.ts';
import { type Examined, type Open, readHead } from './head.ts';
import { mediaTypeOf } from './media-type.ts';
import { describePicture } from './picture.ts';
import { describeRecording } from './recording.ts';

/** What a file's content says of itself; null or empty where it says nothing. */
export interface ContentDescription {
  /** Media type, like `image/png`. */
  readonly type: string;
  readonly charset: string | null;
  /** Pixels. */
  readonly width: number | null;
  readonly height: number | null;
  /** Whether an image is seen on its side: as it is seen, the height is the width. */
  readonly isTurned: boolean;
  /** Seconds. */
  readonly duration: number | null;
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
}

/** Bytes that are looked at before anything else is known. */
const HEAD_BYTES = 1024 * 1024;
const DEADLINE_MS = 10_000;
/** What is looked at is in memory: of a few contents at a time, however many arrive. */
const turns = new Turns(4, Number.POSITIVE_INFINITY);

const NOTHING: Omit<ContentDescription, 'type'> = {
  charset: null,
  width: null,
  height: null,
  isTurned: false,
  duration: null,
  description: null,
  location: null,
  tags: null,
};

/**
 * Describes content of `size` bytes that `open` streams. What it cannot find out is null, also where the content is
 * broken or takes more than some seconds to look at. Throws what `open` throws. (Contract, F-9, F-10 and F-63.)
 */
export async function describeContent(open: Open, size: number, name: string): Promise<ContentDescription> {
  return turns.run('', () => describe(open, size, name));
}

async function describe(open: Open, size: number, name: string): Promise<ContentDescription> {
  const head = await readHead(open, Math.min(HEAD_BYTES, size));
  const type = await mediaTypeOf(head, name);
  const found = await inTime((signal) => detailsOf({ open, head, size, type, signal }));
  return { ...NOTHING, ...(type.startsWith('image/') && { charset: 'binary' }), ...found, type };
}

async function detailsOf(content: Examined): Promise<Partial<ContentDescription> | null> {
  const { type } = content;
  if (type === 'image/svg+xml') return null;
  if (type.startsWith('image/')) return describePicture(content);
  return /^(audio|video)\/|\/ogg$/.test(type) ? describeRecording(content) : null;
}

/** What `work` finds until the deadline; its signal says that nobody waits for it any more. */
async function inTime<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T | null> {
  const over = new AbortController();
  const deadline = wait(DEADLINE_MS, null, { signal: over.signal }).catch(() => null);
  try {
    return await Promise.race([work(over.signal), deadline]);
  } finally {
    over.abort();
  }
}
