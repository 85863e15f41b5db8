import { MAX_LEVELS, MAX_NAMES } from '../../../shared/json-bounds.ts';
import type { JsonShape } from './json-shape.ts';

/** The maximum number of values in the JSON of one row. */
const MAX_VALUES = 500_000;

/** Limits the JSON in one row, which is parsed and checked at once. */
export class JsonBudget {
  #names = 0;
  #values = 0;

  /** Counts a text, and returns why the row must not be parsed, if that is so. */
  excess({ levels, names, values }: Pick<JsonShape, 'levels' | 'names' | 'values'>): string | undefined {
    this.#names += names;
    this.#values += values;
    if (levels > MAX_LEVELS) return `it is nested more than ${MAX_LEVELS} levels deep`;
    if (this.#names > MAX_NAMES) return `its objects have more than ${MAX_NAMES} names`;
    return this.#values > MAX_VALUES ? `it has more than ${MAX_VALUES} values` : undefined;
  }
}
