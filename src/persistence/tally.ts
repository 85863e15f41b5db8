import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Dialect, Reader, Statement } from '../dialects/dialect.ts';
import type { Row } from '../query/shape/row.ts';
import { columnOf } from '../query/sql/columns.ts';
import { type Expression, selectFrom } from '../query/sql/nodes.ts';
import type { Column, Table } from '../schema/column.ts';
import { keyOf } from './data-fits.ts';
import type { Store } from './store.ts';

/** The rows of tables with more rows than this are estimated. */
const MAX_ROWS = 200_000;
/** How many rows, and bytes of values, of a larger table are examined. */
const SAMPLE_ROWS = 10_000;
const MAX_BYTES = 50_000_000;
const CHUNK = 5_000;
const EXAMPLES = 3;
/** The maximum number of repeated values that are counted. */
const MAX_VALUES = 1_000;

type Value = Row[number];

/** A number of rows. */
export interface Count {
  readonly count: number;
  /** False if it is estimated. */
  readonly exact: boolean;
}

/** The number of values in a column that pass a test, with the first of them. */
export interface Tally extends Count {
  readonly examples: readonly { readonly key: Value | null; readonly value: Value | null }[];
}

/** The number of rows in a table, estimated if there are too many to count. */
export async function countRows(reader: Reader, dialect: Dialect, table: string): Promise<Count> {
  if (!(await isLarge(reader, dialect, table)))
    return { count: await countAllRows(reader, dialect, table), exact: true };
  const { count } = await estimateRows(reader, table);
  return { count: Math.max(count, MAX_ROWS), exact: false };
}

/** The approximate number of rows in a table, from the engine's statistics; 0 if it has none. */
export async function estimateRows(reader: Reader, table: string): Promise<Count> {
  const estimate = (await reader.rowsOf?.(table)) ?? Number.POSITIVE_INFINITY;
  return { count: Number.isFinite(estimate) ? estimate : 0, exact: false };
}

/** Whether a table has too many rows to be counted and kept. */
export async function isLarge(reader: Reader, dialect: Dialect, table: string): Promise<boolean> {
  const one = { type: 'constant', value: true } as const;
  const printed = dialect.printer.select(selectFrom(table, [one], { limit: 1, offset: () => MAX_ROWS }));
  return (await reader.all(bind(printed, NO_BINDING))).length > 0;
}

/** The exact number of rows in a table, however many there are. */
async function countAllRows(reader: Reader, dialect: Dialect, table: string): Promise<number> {
  const printed = dialect.printer.select(selectFrom(table, [{ type: 'count' }]));
  const [row] = await reader.all(bind(printed, NO_BINDING));
  return Number(row?.[0] ?? 0);
}

/** Counts the values of a column that pass a test. In a large table, the result is extrapolated from the first rows. */
export async function tally(
  store: Store,
  table: Table,
  column: Column,
  rows: Count,
  isSuch: (value: Value) => boolean,
): Promise<Tally> {
  const sample = new Sample(isSuch, keyOf(table) !== null);
  const most = rows.exact ? Number.POSITIVE_INFINITY : SAMPLE_ROWS;
  for await (const chunk of store.database.chunks(keyed(store, table, column), CHUNK)) {
    for (const [key = null, value = null] of chunk) sample.add(key, value);
    if (sample.seen >= most || sample.bytes > MAX_BYTES) break;
  }
  return sample.standingFor(rows);
}

/** The values that have been examined. */
class Sample {
  seen = 0;
  bytes = 0;
  #found = 0;
  readonly #examples: Tally['examples'][number][] = [];
  readonly #isSuch: (value: Value) => boolean;
  readonly #hasKeys: boolean;

  constructor(isSuch: (value: Value) => boolean, hasKeys: boolean) {
    this.#isSuch = isSuch;
    this.#hasKeys = hasKeys;
  }

  add(key: Value, value: Value): void {
    this.seen++;
    this.bytes += sizeOf(value);
    if (!this.#isSuch(value)) return;
    this.#found++;
    if (this.#examples.length < EXAMPLES) this.#examples.push({ key: this.#hasKeys ? key : null, value });
  }

  /** Extrapolates the sample to all rows of the table. */
  standingFor({ count, exact }: Count): Tally {
    const isWhole = exact && this.seen >= count;
    const estimate = Math.round((this.#found / Math.max(this.seen, 1)) * count);
    return { count: isWhole ? this.#found : estimate, exact: isWhole, examples: this.#examples };
  }
}

/** The values that occur more than once, the most frequent first. */
export async function tallyRepeated({ database, dialect }: Store, { name }: Table, column: Column): Promise<Tally> {
  const value = columnOf(column);
  const times: Expression = { type: 'count' };
  const select = selectFrom(name, [value, times], {
    where: { type: 'null', of: value, negated: true },
    group: [value],
    order: [{ by: times, descending: true, nulls: 'none', text: false }],
    limit: MAX_VALUES,
  });
  const rows = await database.all(bind(dialect.printer.select(select), NO_BINDING));
  const found = rows.filter(([, count]) => Number(count) > 1);
  const examples = found.slice(0, EXAMPLES).map(([repeated = null]) => ({ key: null, value: repeated }));
  return { count: found.length, exact: found.length < MAX_VALUES, examples };
}

function keyed({ dialect }: Store, table: Table, column: Column): Statement {
  const key = keyOf(table);
  const order = key ? [{ by: key, descending: false, nulls: null, text: false } as const] : [];
  const columns = [key ?? columnOf(column), columnOf(column)];
  return bind(dialect.printer.select(selectFrom(table.name, columns, { order })), NO_BINDING);
}

const sizeOf = (value: Value): number => (typeof value === 'string' || value instanceof Uint8Array ? value.length : 8);
