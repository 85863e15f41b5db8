import { inspect } from 'node:util';

/**
 * A value of a `hash` field: checked as it was sent, stored as its hash, recorded nowhere. Neither can be written out:
 * JSON leaves it out, a log shows a placeholder, and whatever turns it into text fails.
 */
export class Hashed {
  readonly #plain: unknown;
  readonly #hash: string;

  constructor(plain: unknown, hash: string) {
    this.#plain = plain;
    this.#hash = hash;
  }

  /** The value as it was sent. */
  get plain(): unknown {
    return this.#plain;
  }

  get hash(): string {
    return this.#hash;
  }

  toJSON(): undefined {
    return undefined;
  }

  /** The language itself refuses to go on with what is no primitive value. */
  [Symbol.toPrimitive](): object {
    return this;
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

/** The value as it was sent. */
export function plainOf(value: unknown): unknown {
  return value instanceof Hashed ? value.plain : value;
}
