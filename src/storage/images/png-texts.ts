import { inflateSync } from 'node:zlib';

/** Longer texts are not read: the image library converts them at once. */
export const MAX_TEXT = 2 * 1024 * 1024;
/** The texts that may contain a caption, by keyword. */
const CAPTIONS: ReadonlySet<string> = new Set(['XML:com.adobe.xmp', 'Raw profile type iptc', 'Raw profile type 8bim']);
/** Keywords are not longer. */
const MAX_KEYWORD = 79;

type Compressed = (text: Buffer) => Buffer | null;

/** What is compressed of what follows the keyword, by kind of chunk; null if nothing is. (PNG, section 11.3.3.) */
const KINDS: ReadonlyMap<string, Compressed> = new Map<string, Compressed>([
  ['tEXt', () => null],
  ['zTXt', (text) => text.subarray(1)],
  ['iTXt', (text) => (text[0] === 0 ? null : afterNames(text.subarray(2)))],
]);

/** The chunks of texts in one PNG: each caption is needed once, and other texts are not needed. */
export class PngTexts {
  readonly #found = new Set<string>();

  /** Whether a chunk contains a text that is not needed, or would be too long. */
  isSuperfluous(name: string, content: Buffer): boolean {
    const compressed = KINDS.get(name);
    if (!compressed) return false;
    const end = content.subarray(0, MAX_KEYWORD + 1).indexOf(0);
    const keyword = content.toString('latin1', 0, Math.max(end, 0));
    if (!CAPTIONS.has(keyword) || this.#found.has(keyword)) return true;
    this.#found.add(keyword);
    return isLong(content, compressed(content.subarray(end + 1)));
  }
}

/** What follows a language and a translated keyword, each of which ends with a zero. */
function afterNames(text: Buffer): Buffer {
  return text.subarray(text.indexOf(0, text.indexOf(0) + 1) + 1);
}

function isLong(content: Buffer, compressed: Buffer | null): boolean {
  if (content.length > MAX_TEXT || !compressed) return content.length > MAX_TEXT;
  try {
    inflateSync(compressed, { maxOutputLength: MAX_TEXT });
    return false;
  } catch {
    return true;
  }
}
