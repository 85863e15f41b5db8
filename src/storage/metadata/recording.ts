import type { StoredBlob } from './head.ts';
import { RangeReader } from './range-reader.ts';
import { describeVideo } from './video.ts';

/** What a recording says of itself. */
export interface Recording {
  /** Whole seconds; null where they are not known. */
  readonly duration: number | null;
  /** Pixels of the first video track; null where there is none. */
  readonly width: number | null;
  readonly height: number | null;
}

const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'audio/mp4']);
/** Of recordings that do not tell how long they are, all that is in them is counted up to this many bytes. */
const COUNTED = 16 * 1024 * 1024;

/** How long audio or video lasts; null where it cannot be read. */
export async function describeRecording(blob: StoredBlob): Promise<Recording | null> {
  try {
    const video = VIDEOS.has(blob.type) ? await describeVideo(new RangeReader(blob)) : null;
    return video ?? (await describeTracks(blob));
  } catch {
    return null;
  }
}

async function describeTracks(blob: StoredBlob): Promise<Recording> {
  const { parseBlob } = await import('music-metadata');
  const fixedOptions = { skipCovers: true, skipPostHeaders: true, mkvUseIndex: true };
  const options = { ...fixedOptions, duration: blob.size <= COUNTED };
  const { format } = await parseBlob(blobOf(new RangeReader(blob), 0, blob.size, blob.type), options);
  const video = format.trackInfo.find((track) => track.video)?.video;
  return {
    duration: rounded(format.duration),
    width: rounded(video?.pixelWidth),
    height: rounded(video?.pixelHeight),
  };
}

/** A stretch of content in the form that the library asks for: nothing is read before it wants the bytes. */
function blobOf(blob: RangeReader, start: number, end: number, type: string): Blob {
  const part: Pick<Blob, 'size' | 'type' | 'slice' | 'arrayBuffer'> = {
    size: end - start,
    type,
    slice: (from = 0, to = end - start) => blobOf(blob, start + from, start + to, type),
    arrayBuffer: async () => new Uint8Array(await blob.bytes(start, end)).buffer,
  };
  // It asks a blob for nothing else.
  return part as Blob;
}

const MAX = 2 ** 31 - 1;

function rounded(value: number | undefined): number | null {
  const rounded = Math.round(value ?? Number.NaN);
  return rounded >= 0 && rounded <= MAX ? rounded : null;
}
