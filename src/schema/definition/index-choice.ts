import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, invalid, violation } from '../../errors/violations.ts';
import { asText } from '../../shared/text.ts';
import type { Table } from '../column.ts';
import {
  compositeIndexes,
  hasParts,
  INDEXED_CHARACTERS,
  isIndexable,
  withIndexOver,
  withoutIndexOver,
  withTextIndex,
} from '../table-index.ts';
import type { FieldAttributes, IndexAttribute } from './attributes.ts';
import { isTruthy } from './column.ts';

/** The maximum number of indexes of a table when another one is requested; some engines allow 64. */
const MAX_INDEXES = 40;
const MAX_COMPOSITE = 10;
const MAX_COLUMNS = 5;

/** The lists of columns that a collection should have indexes over; undefined if unspecified. */
export type Composites = readonly (readonly string[])[] | undefined;

const FALSE: readonly unknown[] = [false, 0, '0', 'false'];

/** Whether a definition requests an index; undefined if it does not say. Error 4. (Contract, S-89 and S-187.) */
export function indexChoice(definition: FieldAttributes, name: IndexAttribute): boolean | undefined {
  const value = definition[name];
  if (value === undefined || isTruthy(value)) return value === undefined ? undefined : true;
  if (!FALSE.includes(value)) throw brokenRule(name, violation.type('boolean'));
  return false;
}

/**
 * The lists of columns that a definition of a collection requests indexes over; undefined if it does not say. Error 4.
 * (Contract, S-57.)
 */
export function compositeChoice(value: unknown): Composites {
  if (value === undefined) return undefined;
  const isList = Array.isArray(value) && value.length <= MAX_COMPOSITE && value.every(isComposite);
  if (!isList || new Set(value.map(asText)).size < value.length)
    throw invalid(
      'indexes',
      `a list of at most ${MAX_COMPOSITE} different lists, each of 2 to ${MAX_COLUMNS} names of fields`,
    );
  return value;
}

function isComposite(names: unknown): names is string[] {
  if (!Array.isArray(names) || !names.every((name) => typeof name === 'string')) return false;
  return names.length > 1 && names.length <= MAX_COLUMNS && new Set(names).size === names.length;
}

/** The table with an index over columns. Error 12 if that is not possible. */
export function indexed(table: Table, names: readonly string[]): Table {
  for (const name of names) refuseUnindexable(table, name);
  const columns = table.columns.filter(({ name }) => names.includes(name));
  if (!isIndexable(columns))
    throw new ApiError('indexImpossible', {
      field: names.join(', '),
      reason: `texts may have ${INDEXED_CHARACTERS} characters in all`,
    });
  const after = withIndexOver(table, names);
  if (after !== table && (after.indexes?.length ?? 0) > MAX_INDEXES)
    throw new ApiError('indexImpossible', {
      field: names.join(', '),
      reason: `"${table.name}" has ${MAX_INDEXES} indexes, and no more are allowed`,
    });
  return after;
}

/** The table with a text index over a column. Error 12 if that is not possible. */
export function textIndexed(table: Table, field: string): Table {
  const column = table.columns.find(({ name }) => name === field);
  if (!column || !hasParts(column)) {
    const reason = column ? `${column.datatype} holds no texts` : 'it is no column of its table';
    throw new ApiError('textIndexImpossible', { field, reason });
  }
  return withTextIndex(table, column);
}

function refuseUnindexable({ columns }: Table, field: string): void {
  const column = columns.find(({ name }) => name === field);
  const reason = column
    ? `${column.datatype} has no limit of length; a VARCHAR may have ${INDEXED_CHARACTERS} characters`
    : 'it is no column of its table';
  if (!column || !isIndexable([column])) throw new ApiError('indexImpossible', { field, reason });
}

/** The table without the index over columns. Error 12 if another program has created the index. */
export function unindexed(table: Table, names: readonly string[]): Table {
  const after = withoutIndexOver(table, names);
  const [other] = after.indexes?.filter(({ plain, columns }) => plain && asText(columns) === asText(names)) ?? [];
  if (other)
    throw new ApiError('indexKept', {
      field: names.join(', '),
      reason: `another program has made it: drop "${other.name}" in the database`,
    });
  return after;
}

/** The table with exactly these indexes over several columns. Errors as for {@link indexed} and {@link unindexed}. */
export function withComposites(table: Table, wanted: NonNullable<Composites>): Table {
  const gone = compositeIndexes(table).filter((names) => !wanted.some((each) => asText(each) === asText(names)));
  const left = gone.reduce(unindexed, table);
  return wanted.reduce(indexed, left);
}
