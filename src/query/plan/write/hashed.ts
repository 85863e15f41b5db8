import { inspect } from 'node:util';

/**
 * A value of a `hash` field: validated as sent, stored as its hash, never recorded. It cannot be written out: JSON
 * omits it, a log shows a placeholder, and converting it to text throws.
 */
export class Hashed {
  readonly #plain: unknown;
  readonly #hash: string;

  constructor(plain: unknown, hash: string) {
    this.#plain = plain;
    this.#hash = hash;
  }

  /** The value as sent. */
  get plain(): unknown {
    return this.#plain;
  }

  get hash(): string {
    return this.#hash;
  }

  toJSON(): undefined {
    return undefined;
  }

  /** The language throws a TypeError if this does not return a primitive value. */
  [Symbol.toPrimitive](): object {
    return this;
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** The value as sent. */
export function plainOf(value: unknown): unknown {
  return value instanceof Hashed ? value.plain : value;
}
