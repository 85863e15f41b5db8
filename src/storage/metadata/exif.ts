import { type Caption, cleanTags, cleanText, NO_CAPTION } from './caption.ts';

const TAG = { description: 0x010e, place: 0x8825, keywords: 0x9c9e } as const;
const PLACE = { northOrSouth: 1, latitude: 2, eastOrWest: 3, longitude: 4 } as const;
const RATIONAL = 5;
/** Size of a value by its type: bytes, ASCII, 16-bit and 32-bit numbers, fractions, undefined bytes. */
const SIZES: Readonly<Record<number, number>> = { 1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1, 9: 4, 10: 8 };
const MAX_ENTRIES = 1000;
const MAX_BYTES = 64 * 1024;
const ENTRY = 12;

interface Entry {
  readonly type: number;
  readonly bytes: Buffer;
}

/** A directory of values by tag. */
type Directory = ReadonlyMap<number, Entry>;

/** Reads numbers in the byte order of the block. */
interface Numbers {
  short(bytes: Buffer, at: number): number;
  long(bytes: Buffer, at: number): number;
}

const ORDERS: Readonly<Record<string, Numbers>> = {
  II: { short: (bytes, at) => bytes.readUInt16LE(at), long: (bytes, at) => bytes.readUInt32LE(at) },
  MM: { short: (bytes, at) => bytes.readUInt16BE(at), long: (bytes, at) => bytes.readUInt32BE(at) },
};

/**
 * Reads description, keywords and location from an EXIF block or a TIFF file. Reads at most two directories; ignores
 * what points outside the block. (Exif 2.32, section 4.6.)
 */
export function readExif(bytes: Buffer): Caption {
  const block = bytes.toString('latin1', 0, 4) === 'Exif' ? bytes.subarray(6) : bytes;
  const numbers = ORDERS[block.toString('latin1', 0, 2)];
  if (!numbers || block.length < 8) return NO_CAPTION;
  const main = directoryAt(block, numbers.long(block, 4), numbers);
  const place = main.get(TAG.place);
  return {
    description: cleanText(textOf(main.get(TAG.description), 'utf8')) || null,
    location:
      place?.bytes.length === 4 ? pointIn(directoryAt(block, numbers.long(place.bytes, 0), numbers), numbers) : null,
    tags: cleanTags(textOf(main.get(TAG.keywords), 'utf16le').split(';')),
  };
}

function directoryAt(block: Buffer, start: number, numbers: Numbers): Directory {
  const found = new Map<number, Entry>();
  if (start + 2 > block.length) return found;
  const count = Math.min(numbers.short(block, start), MAX_ENTRIES);
  for (let at = start + 2; at < start + 2 + count * ENTRY && at + ENTRY <= block.length; at += ENTRY) {
    const type = numbers.short(block, at + 2);
    const length = (SIZES[type] ?? 0) * numbers.long(block, at + 4);
    const from = length > 4 ? numbers.long(block, at + 8) : at + 8;
    const isInside = length > 0 && length <= MAX_BYTES && from + length <= block.length;
    if (isInside) found.set(numbers.short(block, at), { type, bytes: block.subarray(from, from + length) });
  }
  return found;
}

/** A text up to its terminating zero. */
function textOf(entry: Entry | undefined, encoding: BufferEncoding): string {
  return entry?.bytes.toString(encoding).split('\0')[0] ?? '';
}

/** GPS coordinates as `latitude, longitude` in degrees; null if missing or invalid. */
function pointIn(place: Directory, numbers: Numbers): string | null {
  const side = (tag: number): string => textOf(place.get(tag), 'latin1').toUpperCase();
  const latitude = degreesOf(place.get(PLACE.latitude), side(PLACE.northOrSouth) === 'S', numbers);
  const longitude = degreesOf(place.get(PLACE.longitude), side(PLACE.eastOrWest) === 'W', numbers);
  const isPoint = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  // Receivers without a fix write zero.
  return isPoint && (latitude !== 0 || longitude !== 0) ? `${latitude}, ${longitude}` : null;
}

/** Converts degrees, minutes and seconds, each a fraction, to degrees with decimetre precision. */
function degreesOf(entry: Entry | undefined, isNegative: boolean, numbers: Numbers): number {
  if (entry?.type !== RATIONAL || entry.bytes.length < 24) return Number.NaN;
  const fraction = (at: number): number => numbers.long(entry.bytes, at) / numbers.long(entry.bytes, at + 4);
  // Unused parts may be written as 0/0.
  const degrees = fraction(0) + (fraction(8) || 0) / 60 + (fraction(16) || 0) / 3600;
  const rounded = Math.round(degrees * 1e6) / 1e6;
  return isNegative && rounded !== 0 ? -rounded : rounded;
}
