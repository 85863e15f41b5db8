import type { StoredBlob } from './head.ts';
import { readWithLibrary } from './library-thread.ts';
import type { Recording } from './media.ts';
import { RangeReader } from './range-reader.ts';
import { describeVideo } from './video.ts';

const VIDEOS: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime', 'audio/mp4']);
/** Recordings without a duration are scanned up to this many bytes. */
const COUNTED = 16 * 1024 * 1024;
const ID3_HEADER = 10;

/** Reads the metadata of audio or video; null if it cannot be read. */
export async function describeRecording(blob: StoredBlob): Promise<Recording | null> {
  try {
    const video = VIDEOS.has(blob.type) ? await describeVideo(new RangeReader(blob)) : null;
    return video ?? (await describeTracks(blob));
  } catch {
    return null;
  }
}

async function describeTracks(blob: StoredBlob): Promise<Recording> {
  const fixedOptions = { skipCovers: true, skipPostHeaders: true, mkvUseIndex: true };
  const options = { ...fixedOptions, duration: blob.size <= COUNTED };
  const start = tagsBefore(blob);
  const task = { start, size: blob.size - start, type: blob.type, options };
  const format = await readWithLibrary(new RangeReader(blob), task, blob.signal);
  const video = format.trackInfo.find((track) => track.video)?.video;
  return {
    duration: rounded(format.duration),
    width: rounded(video?.pixelWidth),
    height: rounded(video?.pixelHeight),
  };
}

/**
 * The number of bytes of tags before the sound, whose frames the library would parse at once. (ID3v2.4, section 3.1.)
 */
function tagsBefore({ head, size }: StoredBlob): number {
  if (head.length < ID3_HEADER || head.toString('latin1', 0, 3) !== 'ID3') return 0;
  const length = head.subarray(6, ID3_HEADER).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  return Math.min(ID3_HEADER + length, size);
}

const MAX = 2 ** 31 - 1;

function rounded(value: number | undefined): number | null {
  const rounded = Math.round(value ?? Number.NaN);
  return rounded >= 0 && rounded <= MAX ? rounded : null;
}
