import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { IAudioMetadata, IOptions } from 'music-metadata';
import type { RangeReader } from './range-reader.ts';

/** A part of a blob, and how the library reads it. */
interface LibraryTask {
  readonly start: number;
  readonly size: number;
  readonly type: string;
  readonly options: IOptions;
}

/** What the library finds. */
type Format = Pick<IAudioMetadata['format'], 'duration' | 'trackInfo'>;

/** What a thread says: it requests bytes, or has finished. */
type Message = { readonly from: number; readonly to: number } | { readonly format: Format };

/** Megabytes of memory of a thread. The library may make a thousand times as many objects as a tag has bytes. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/**
 * The program as text, so that compiled and uncompiled sources start it the same way. The library gets a Blob whose
 * bytes are requested in blocks, and uses no members but these. Its thread has low priority where a thread can have one,
 * so that requests go first.
 */
const PROGRAM = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { once } = require('node:events');
  if (process.platform === 'linux') require('node:os').setPriority(0, 10);
  const { library, start, size, type, options } = workerData;
  const BLOCK = 128 * 1024;
  const MAX_AT_ONCE = 1024 * 1024;
  let [block, at] = [new Uint8Array(0), 0];
  async function bytes(from, to) {
    if (to - from > MAX_AT_ONCE) throw new Error('a part is too long');
    if (from < at || to > at + block.length) {
      parentPort.postMessage({ from, to: Math.max(to, from + BLOCK) });
      [block] = await once(parentPort, 'message');
      at = from;
    }
    return block.slice(from - at, to - at).buffer;
  }
  const blobOf = (from, to) => ({
    size: to - from,
    type,
    slice: (begin = 0, end = to - from) => blobOf(from + begin, from + end),
    arrayBuffer: () => bytes(from, to),
  });
  import(library)
    .then(({ parseBlob }) => parseBlob(blobOf(start, start + size), options))
    .then(({ format: { duration, trackInfo } }) => {
      const video = trackInfo.filter((track) => track.video).slice(0, 1);
      parentPort.postMessage({ format: { duration, trackInfo: video.map(({ video }) => ({ video })) } });
      parentPort.close();
    });
`;
const library = pathToFileURL(createRequire(import.meta.url).resolve('music-metadata')).href;

/**
 * Reads a recording with the library, in a thread of its own: what the library reads at a time it parses without a
 * pause, and a list of names in a tag takes time that grows with the square of their number. Throws if it cannot be read,
 * takes too much memory, or is no longer needed.
 */
export async function readWithLibrary(blob: RangeReader, task: LibraryTask, signal: AbortSignal): Promise<Format> {
  signal.throwIfAborted();
  const worker = new Worker(PROGRAM, { eval: true, workerData: { library, ...task }, resourceLimits: MEMORY });
  try {
    return await new Promise<Format>((done, fail) => {
      signal.addEventListener('abort', () => fail(signal.reason), { once: true });
      worker.on('error', fail);
      worker.on('exit', () => fail(new Error('the thread has ended')));
      worker.on('message', (message: Message) => {
        if ('format' in message) done(message.format);
        else blob.bytes(message.from, message.to).then((bytes) => worker.postMessage(new Uint8Array(bytes)), fail);
      });
    });
  } finally {
    void worker.terminate();
  }
}
