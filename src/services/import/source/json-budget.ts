import { MOST_LEVELS, MOST_NAMES } from '../../../shared/json-bounds.ts';
import type { JsonShape } from './json-shape.ts';

/** The maximum number of values in the JSON of one row. */
const MOST_VALUES = 500_000;

/** Limits the JSON in one row, which is parsed and checked at once. */
export class JsonBudget {
  #names = 0;
  #values = 0;

  /** Counts a text, and returns why the row must not be parsed, if that is so. */
  excess({ levels, names, values }: Pick<JsonShape, 'levels' | 'names' | 'values'>): string | undefined {
    this.#names += names;
    this.#values += values;
    if (levels > MOST_LEVELS) return `it is nested more than ${MOST_LEVELS} levels deep`;
    if (this.#names > MOST_NAMES) return `its objects have more than ${MOST_NAMES} names`;
    return this.#values > MOST_VALUES ? `it has more than ${MOST_VALUES} values` : undefined;
  }
}
