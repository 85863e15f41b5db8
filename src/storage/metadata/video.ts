import type { Recording } from './media.ts';
import type { RangeReader } from './range-reader.ts';

/** A box of a video container: where its payload begins and ends. */
interface Box {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Maximum size of the description; the tables of long videos take some megabytes. */
const MAX_DESCRIPTION = 16 * 1024 * 1024;
/** Boxes that are examined; the description may consist of millions. */
const MAX_BOXES = 10_000;

/**
 * Reads the description of an MP4 or QuickTime video, wherever it is in the file; null if there is none, or if it does
 * not give a duration. (ISO 14496-12, sections 8.2 and 8.3.)
 */
export async function describeVideo(blob: RangeReader): Promise<Recording | null> {
  const description = await descriptionIn(blob);
  if (!description) return null;
  const walk = new Walk();
  const parts = walk.boxesIn(description);
  const head = parts.find(({ name }) => name === 'mvhd');
  const duration = head ? durationIn(description.subarray(head.start, head.end)) : null;
  if (duration === null) return null;
  const tracks = parts.filter(({ name }) => name === 'trak').map(({ start, end }) => description.subarray(start, end));
  const size = tracks.map((track) => sizeIn(track, walk)).find((found) => found !== null);
  return { duration, ...(size ?? { width: null, height: null }) };
}

/** Skips from box to box, reading only their headers. */
async function descriptionIn(blob: RangeReader): Promise<Buffer | null> {
  for (let at = 0, boxes = 0; at + 8 <= blob.size && boxes < MAX_BOXES; boxes++) {
    const { name, start, end } = boxAt(await blob.bytes(at, at + 16), at, blob.size);
    if (name === 'moov') return end - start > MAX_DESCRIPTION ? null : blob.bytes(start, end);
    if (end <= at) return null;
    at = end;
  }
  return null;
}

/** Parses the header at `at`. Size 1 means that the real size follows the name; size 0 means up to the end. */
function boxAt(bytes: Buffer, at: number, limit: number): Box {
  const short = bytes.readUInt32BE(0);
  const isLong = short === 1 && bytes.length >= 16;
  const size = isLong ? Number(bytes.readBigUInt64BE(8)) : short;
  const end = size === 0 ? limit : Math.min(at + size, limit);
  return { name: bytes.toString('latin1', 4, 8), start: at + (isLong ? 16 : 8), end };
}

/** Examines a limited number of boxes, at all levels together. */
class Walk {
  #left = MAX_BOXES;

  boxesIn(bytes: Buffer): readonly Box[] {
    const boxes: Box[] = [];
    for (let at = 0; at + 8 <= bytes.length && this.#left > 0; this.#left--) {
      const box = boxAt(bytes.subarray(at, at + 16), at, bytes.length);
      if (box.end <= at) break;
      boxes.push(box);
      at = box.end;
    }
    return boxes;
  }
}

function durationIn(head: Buffer): number | null {
  const isLong = head[0] === 1;
  if (head.length < (isLong ? 32 : 20)) return null;
  const units = head.readUInt32BE(isLong ? 20 : 12);
  const length = isLong ? Number(head.readBigUInt64BE(24)) : head.readUInt32BE(16);
  // All bits set means unknown, and zero means fragmented.
  const isKnown = units > 0 && length > 0 && length < (isLong ? 2 ** 63 : 2 ** 32 - 1);
  return isKnown ? Math.round(length / units) : null;
}

/** Dimensions of a track without fractions; null if it is not visible. */
function sizeIn(track: Buffer, walk: Walk): Pick<Recording, 'width' | 'height'> | null {
  const head = walk.boxesIn(track).find(({ name }) => name === 'tkhd');
  if (!head || head.end - head.start < 84) return null;
  const [width, height] = [track.readUInt16BE(head.end - 8), track.readUInt16BE(head.end - 4)];
  return width > 0 && height > 0 ? { width, height } : null;
}
