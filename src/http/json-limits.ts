import { ApiError } from '../errors/api-error.ts';
import { MAX_LEVELS, MAX_NAMES } from '../shared/json-bounds.ts';

const MAX_VALUES = 1_000_000;
/** The minimum size of a part that is parsed in one go. */
const PART_BYTES = 64 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const [LIST, LIST_END, OBJECT, OBJECT_END] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Checks the size of JSON as its bytes arrive, before it is parsed. Otherwise a few megabytes of brackets would become
 * gigabytes of arrays, and a few megabytes of names would block the event loop for seconds.
 */
export class JsonLimits {
  /** Offsets, in bytes, of commas between the items of a list. The text can be parsed in parts that end there. */
  readonly cuts: number[] = [];
  #depth = 0;
  #values = 1;
  #isList = false;
  /** The number of names in the item that is arriving: an item of a list, or the only value. */
  #names = 0;
  #read = 0;
  #inText = false;
  #escaped = false;

  /** Checks the next bytes. Throws error 13 for too much nesting, too many values, or an item with too many names. */
  add(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) at = this.#inText ? this.#text(bytes, at) : this.#structure(bytes, at);
    this.#read += bytes.length;
    if (this.#values > MAX_VALUES) throw new ApiError('tooManyValues', { limit: MAX_VALUES });
  }

  /** Advances to the next text, and returns its offset. */
  #structure(bytes: Uint8Array, from: number): number {
    for (let at = from; at < bytes.length; at++) {
      const byte = bytes[at];
      if (byte === QUOTE) {
        this.#inText = true;
        return at + 1;
      }
      if (byte === COMMA) this.#separate(at);
      else if (byte === COLON) this.#name();
      else if (byte === LIST || byte === OBJECT) this.#open(byte);
      else if (byte === LIST_END || byte === OBJECT_END) this.#depth--;
    }
    return bytes.length;
  }

  /** Advances to the next quote, which ends the text unless it is escaped, and returns the offset after it. */
  #text(bytes: Uint8Array, from: number): number {
    const start = this.#escaped ? from + 1 : from;
    const quote = bytes.indexOf(QUOTE, start);
    const end = quote < 0 ? bytes.length : quote;
    const isEscaped = isOdd(backslashesBefore(bytes, start, end));
    this.#escaped = quote < 0 && isEscaped;
    this.#inText = quote < 0 || isEscaped;
    return end + 1;
  }

  #separate(at: number): void {
    this.#values++;
    if (this.#depth !== 1 || !this.#isList) return;
    this.#names = 0;
    const place = this.#read + at;
    if (place - (this.cuts.at(-1) ?? 0) >= PART_BYTES) this.cuts.push(place);
  }

  #name(): void {
    if (++this.#names > MAX_NAMES) throw new ApiError('tooManyNames', { limit: MAX_NAMES });
  }

  #open(byte: number): void {
    if (this.#values++ === 1) this.#isList = byte === LIST;
    if (++this.#depth > MAX_LEVELS) throw new ApiError('bodyTooDeep', { limit: MAX_LEVELS });
  }
}

const isOdd = (count: number): boolean => count % 2 === 1;

/** How many backslashes directly precede an offset, but not before `start`. */
function backslashesBefore(bytes: Uint8Array, start: number, end: number): number {
  let at = end;
  while (at > start && bytes[at - 1] === BACKSLASH) at--;
  return end - at;
}
