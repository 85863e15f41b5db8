import { ApiError } from '../errors/api-error.ts';

const MAX_DEPTH = 100;
const MAX_VALUES = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/**
 * Checks the size of JSON as its bytes arrive, before it is parsed: a few megabytes of brackets would otherwise become
 * gigabytes of arrays.
 */
export class JsonLimits {
  #depth = 0;
  #values = 1;
  #inText = false;
  #escaped = false;

  /** Checks the next bytes. Error 13 for too much nesting or too many values. */
  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#inText) this.#text(byte);
      else if (byte === QUOTE) this.#inText = true;
      else if (byte === COMMA) this.#values++;
      else if (OPENING.has(byte)) this.#open();
      else if (CLOSING.has(byte)) this.#depth--;
    }
    if (this.#values > MAX_VALUES) throw new ApiError('tooManyValues', { limit: MAX_VALUES });
  }

  #text(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inText = false;
  }

  #open(): void {
    this.#values++;
    if (++this.#depth > MAX_DEPTH) throw new ApiError('bodyTooDeep', { limit: MAX_DEPTH });
  }
}
