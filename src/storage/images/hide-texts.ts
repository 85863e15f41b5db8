import { MAX_TEXT, PngTexts } from './png-texts.ts';

/** A kind of file that consists of chunks, each with a name and a length. */
interface Chunked {
  /** Where the first chunk begins. */
  readonly first: number;
  /** Where the name of a chunk is, from its beginning. */
  readonly name: number;
  /** The bytes of a chunk besides its content, which begins at the eighth. */
  readonly frame: number;
  /** The number of bytes of its content. */
  sizeAt(at: number): number;
  /** The number of bytes that content of this size occupies. */
  padded(size: number): number;
  isSuperfluous(name: string, content: Buffer): boolean;
}

/** The largest photos have some ten thousand chunks. */
const MAX_CHUNKS = 100_000;
const CONTENT = 8;
/** A name that no program knows; its small letters say that a program may skip it. */
const SKIPPED = 'skIp';
/** The type of XMP in an AVIF. The length of the XMP is recorded elsewhere; in a short file it cannot be long. */
const XMP_TYPE = 'application/rdf+xml';
const MAX_WITH_XMP = 8 * 1024 * 1024;
const MAX_ITEMS = 1000;

/**
 * Hides texts of an image from the library, which decompresses and converts all of them at once: a few kilobytes
 * would take gigabytes of memory and block the event loop for seconds. Renames their chunks in place, and returns the
 * image, which is cut off if it has too many chunks.
 */
export function hideTexts(image: Buffer): Buffer {
  const format = formatOf(image);
  return format ? hideChunks(image, format) : hideItems(image);
}

function hideChunks(image: Buffer, format: Chunked): Buffer {
  let at = format.first;
  for (let chunks = 0; at + format.frame <= image.length; chunks++) {
    if (chunks === MAX_CHUNKS) return image.subarray(0, at);
    at = nextChunk(image, at, format);
  }
  return image;
}

function formatOf(image: Buffer): Chunked | null {
  const text = (start: number, end: number): string => image.toString('latin1', start, end);
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return pngOf(image);
  return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP' ? webpOf(image) : null;
}

function pngOf(image: Buffer): Chunked {
  const texts = new PngTexts();
  return {
    first: 8,
    name: 4,
    frame: 12,
    sizeAt: (at) => image.readUInt32BE(at),
    padded: (size) => size,
    isSuperfluous: (name, content) => texts.isSuperfluous(name, content),
  };
}

function webpOf(image: Buffer): Chunked {
  return {
    first: 12,
    name: 0,
    frame: 8,
    sizeAt: (at) => image.readUInt32LE(at + 4),
    padded: (size) => size + (size % 2),
    isSuperfluous: (name, content) => name === 'XMP ' && content.length > MAX_TEXT,
  };
}

/** Where the next chunk begins. A hidden chunk keeps its checksum, which nobody checks of a chunk that is skipped. */
function nextChunk(image: Buffer, at: number, format: Chunked): number {
  const size = format.sizeAt(at);
  const [begin, name] = [at + CONTENT, at + format.name];
  const content = image.subarray(begin, begin + size);
  if (format.isSuperfluous(image.toString('latin1', name, name + 4), content)) image.write(SKIPPED, name, 'latin1');
  return at + format.frame + format.padded(size);
}

/** Renames the types of XMP in a long AVIF, wherever they are. */
function hideItems(image: Buffer): Buffer {
  if (image.length <= MAX_WITH_XMP || image.toString('latin1', 4, 8) !== 'ftyp') return image;
  let at = image.indexOf(XMP_TYPE);
  for (let items = 0; at >= 0; items++) {
    if (items === MAX_ITEMS) return image.subarray(0, at);
    image.write(SKIPPED, at, 'latin1');
    at = image.indexOf(XMP_TYPE, at);
  }
  return image;
}
