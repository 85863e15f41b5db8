import type { Examined } from './head.ts';

/** What a recording says of itself. */
export interface Recording {
  /** Whole seconds; null where they are not known. */
  readonly duration: number | null;
  /** Pixels of the first video track; null where there is none. */
  readonly width: number | null;
  readonly height: number | null;
}

/** How long audio or video lasts; null where it cannot be read. */
export async function describeRecording({ open, size, type, signal }: Examined): Promise<Recording | null> {
  const { parseStream } = await import('music-metadata');
  const stream = await open();
  stream.on('error', () => {});
  signal.addEventListener('abort', () => stream.destroy());
  try {
    const options = { duration: false, skipCovers: true, skipPostHeaders: true, mkvUseIndex: true };
    const { format } = await parseStream(stream, { mimeType: type, size }, options);
    const video = format.trackInfo.find((track) => track.video)?.video;
    return {
      duration: whole(format.duration),
      width: whole(video?.pixelWidth),
      height: whole(video?.pixelHeight),
    };
  } catch {
    return null;
  } finally {
    stream.destroy();
  }
}

const MAX = 2 ** 31 - 1;

function whole(value: number | undefined): number | null {
  const rounded = Math.round(value ?? Number.NaN);
  return rounded >= 0 && rounded <= MAX ? rounded : null;
}
