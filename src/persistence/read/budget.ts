import { ApiError } from '../../errors/api-error.ts';
import type { Caller } from '../../permissions/caller.ts';
import type { Row } from '../../query/shape/decoder.ts';
import type { Settings } from '../../schema/settings.ts';

/** Characters of a text that count as one value. */
const CHARACTERS = 64;
/** So many values are made and written without others getting their turn. */
export const PIECE = 40_000;

/** What one request may still ask for, and show at once. */
export class Budget {
  readonly #settings: Pick<Settings, 'maxCost' | 'maxValues'>;
  #price = 0;
  #values = 0;

  constructor(settings: Pick<Settings, 'maxCost' | 'maxValues'>) {
    this.#settings = settings;
  }

  /** How many values have been taken. */
  get values(): number {
    return this.#values;
  }

  /** Adds the price of a query. Error 12 where all of them together cost too much. */
  charge(price: number): void {
    const { maxCost } = this.#settings;
    this.#price += price;
    if (this.#price > maxCost) throw new ApiError('queryTooCostly', { price: this.#price, limit: maxCost });
  }

  /** Adds values to what is shown at once. Error 12 where it becomes too much. */
  take(values: number): void {
    const { maxValues } = this.#settings;
    this.#values += values;
    if (this.#values > maxValues)
      throw new ApiError('queryTooLarge', { limit: maxValues, what: 'values in one answer' });
  }

  /** Another one, of which nothing is taken yet. */
  anew(): Budget {
    return new Budget(this.#settings);
  }

  /** Another one for a piece of what is sent as it is read. */
  ofPiece(): Budget {
    return new Budget({ ...this.#settings, maxValues: Math.min(PIECE, this.#settings.maxValues) });
  }
}

/** What a caller's request may ask for; the server itself may ask for anything. */
export function budgetFor(settings: Settings, { kind }: Caller): Budget {
  const { maxCost, maxValues } = settings;
  const unbounded = kind === 'system';
  return new Budget(unbounded ? { maxCost: Infinity, maxValues: Infinity } : { maxCost, maxValues });
}

/** How much a row shows, in values. */
export function valuesOf(row: Row): number {
  let values = 0;
  for (const value of row) values += sizeOf(value);
  return values;
}

/** How many values one counts for; long texts are many. */
export function sizeOf(value: unknown): number {
  return typeof value === 'string' ? 1 + Math.floor(value.length / CHARACTERS) : 1;
}
