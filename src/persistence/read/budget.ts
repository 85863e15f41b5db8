import { ApiError } from '../../errors/api-error.ts';
import type { Caller } from '../../permissions/caller.ts';
import type { Row } from '../../query/shape/row.ts';
import type { Settings } from '../../schema/settings.ts';

/** How many characters of a text count as one value. */
const CHARACTERS = 64;
/** The number of values processed before yielding to the event loop. */
export const PIECE = 40_000;

/** The remaining cost and size of one request. */
export class Budget {
  readonly #settings: Pick<Settings, 'maxCost' | 'maxValues'>;
  #price = 0;
  #values = 0;

  constructor(settings: Pick<Settings, 'maxCost' | 'maxValues'>) {
    this.#settings = settings;
  }

  /** The number of values taken. */
  get values(): number {
    return this.#values;
  }

  /** Adds the price of a query. Error 12 if the total becomes too high. */
  charge(price: number): void {
    this.checkPrice(price);
    this.#price += price;
  }

  /** Throws error 12 if the price of a query would make the total too high. */
  checkPrice(more: number): void {
    const { maxCost } = this.#settings;
    const price = this.#price + more;
    if (price > maxCost) throw new ApiError('queryTooCostly', { price, limit: maxCost });
  }

  /** Adds values to what is shown. Error 12 if there are too many. */
  take(values: number): void {
    const { maxValues } = this.#settings;
    this.#values += values;
    if (this.#values > maxValues)
      throw new ApiError('queryTooLarge', { limit: maxValues, what: 'values in one answer' });
  }

  /** Whether this number of values is within the budget, and small enough to be processed at once. */
  fits(values: number): boolean {
    return values <= PIECE && this.#values + values <= this.#settings.maxValues;
  }

  /** Returns a function that gives back what has been charged and taken since this call. */
  mark(): () => void {
    const [price, values] = [this.#price, this.#values];
    return () => {
      this.#price = price;
      this.#values = values;
    };
  }

  /** A new budget with the same limits. */
  fresh(): Budget {
    return new Budget(this.#settings);
  }

  /** A new budget for a chunk of a streamed answer. */
  ofPiece(): Budget {
    return new Budget({ ...this.#settings, maxValues: Math.min(PIECE, this.#settings.maxValues) });
  }
}

/** The budget of a caller's request; the server itself has no limit. */
export function budgetFor(settings: Settings, { kind }: Caller): Budget {
  const { maxCost, maxValues } = settings;
  const unbounded = kind === 'system';
  return new Budget(unbounded ? { maxCost: Infinity, maxValues: Infinity } : { maxCost, maxValues });
}

/** The number of values that a row shows. */
export function valuesOf(row: Row): number {
  let values = 0;
  for (const value of row) values += sizeOf(value);
  return values;
}

/** The number of values that one value counts as; a long text counts as several. */
export function sizeOf(value: unknown): number {
  return typeof value === 'string' ? 1 + Math.floor(value.length / CHARACTERS) : 1;
}
