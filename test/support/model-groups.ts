import type { ModelKind, ModelRow, Value } from './model.ts';

/** A group key: a column or a part of it, of the row itself or of a row it refers to. */
export interface ModelKey {
  readonly path: readonly string[];
  readonly kind: ModelKind;
  readonly part: ModelPart | null;
}

export type ModelPart = 'year' | 'month' | 'week' | 'weekday' | 'hour' | 'date';

export interface ModelAggregate {
  readonly function: 'count' | 'sum' | 'avg' | 'min' | 'max' | 'countDistinct';
  readonly field: string;
  readonly kind: ModelKind;
}

export interface ModelGrouping {
  readonly keys: readonly ModelKey[];
  readonly aggregates: readonly ModelAggregate[];
  readonly zone: 'UTC' | 'Asia/Tokyo';
  /** Names of the keys and aggregates to sort by. */
  readonly sort: readonly string[];
}

type Result = Record<string, Record<string, unknown>>;
type ValueAt = (row: ModelRow, path: readonly string[]) => Value;
type Ordered = (kind: ModelKind, a: Value, b: Value, descending: boolean) => number;

export const keyName = ({ path, part }: ModelKey): string => (part ? `${part}(${path.join('.')})` : path.join('.'));
export const aggregateName = ({ function: name, field }: ModelAggregate): string => `${name}.${field}`;

interface Made {
  /** Values of keys and aggregates, by name. */
  readonly values: ReadonlyMap<string, Value>;
  readonly result: Result;
}

/** Groups rows by looking at each; `valueAt` returns null where the caller may not see the value. */
export function groupsOf(
  rows: readonly ModelRow[],
  grouping: ModelGrouping,
  valueAt: ValueAt,
  ordered: Ordered,
): Result[] {
  const { keys, aggregates, zone, sort } = grouping;
  const groups = new Map<string, { readonly key: Value[]; readonly rows: ModelRow[] }>();
  if (keys.length === 0) groups.set('[]', { key: [], rows: [] });
  for (const row of rows) {
    const key = keys.map(({ path, part }) => partOf(valueAt(row, path), part, zone));
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, rows: [] };
    groups.set(text, group);
    group.rows.push(row);
  }
  const made = [...groups.values()].map((group) => makeGroup(grouping, group.key, group.rows, valueAt));
  const kinds = new Map<string, ModelKind>([
    ...keys.map((key) => [keyName(key), key.part === 'date' ? 'date' : key.part ? 'integer' : key.kind] as const),
    ...aggregates.map((each) => [aggregateName(each), kindOf(each)] as const),
  ]);
  const terms = [...sort, ...keys.map(keyName)];
  return [...made].sort((a, b) => compare(a, b, terms, kinds, ordered)).map(({ result }) => result);
}

function compare(
  a: Made,
  b: Made,
  terms: readonly string[],
  kinds: ReadonlyMap<string, ModelKind>,
  ordered: Ordered,
): number {
  for (const term of terms) {
    const name = term.replace(/^-/, '');
    const [x, y] = [a, b].map(({ values }) => values.get(name) ?? null);
    const order = ordered(kinds.get(name) ?? 'integer', x ?? null, y ?? null, term.startsWith('-'));
    if (order !== 0) return order;
  }
  return 0;
}

function makeGroup(
  { keys, aggregates }: ModelGrouping,
  key: readonly Value[],
  rows: readonly ModelRow[],
  valueAt: ValueAt,
): Made {
  const values = new Map<string, Value>();
  const result: Result = { group: {} };
  for (const [index, each] of keys.entries()) {
    values.set(keyName(each), key[index] ?? null);
    Object.assign(result.group ?? {}, {
      [keyName(each)]: shown(each.part ? 'integer' : each.kind, key[index] ?? null),
    });
  }
  for (const each of aggregates) {
    const value =
      each.field === '*' ? rows.length : computed(each, present(rows.map((row) => valueAt(row, [each.field]))));
    values.set(aggregateName(each), value);
    result[each.function] = { ...result[each.function], [each.field]: shown(kindOf(each), value) };
  }
  return { values, result };
}

const present = (values: readonly Value[]): (string | number)[] => values.filter((value) => value !== null);

/** Numbers are computed in hundredths, so that they are exact. */
function computed({ function: name, kind }: ModelAggregate, values: readonly (string | number)[]): Value {
  if (name === 'count') return values.length;
  if (name === 'countDistinct') return new Set(values).size;
  if (values.length === 0) return null;
  const sum = values.reduce<number>((total, value) => total + Math.round(Number(value) * 100), 0) / 100;
  if (name === 'sum') return sum;
  if (name === 'avg') return sum / values.length;
  const sorted = [...values].sort((a, b) =>
    kind === 'integer' || kind === 'decimal' ? Number(a) - Number(b) : String(a) < String(b) ? -1 : 1,
  );
  return (name === 'min' ? sorted[0] : sorted.at(-1)) ?? null;
}

function kindOf({ function: name, kind }: ModelAggregate): ModelKind {
  return name === 'min' || name === 'max' ? kind : 'decimal';
}

function shown(kind: ModelKind, value: Value): unknown {
  if (value === null) return null;
  if (kind === 'decimal') return Number(value);
  return kind === 'boolean' ? value === 1 : value;
}

const DAY_MS = 86_400_000;
const AHEAD_MS = 9 * 3_600_000;

/** A part of a date, or of a UTC timestamp as shown in a time zone. */
function partOf(value: Value, part: ModelPart | null, zone: ModelGrouping['zone']): Value {
  if (part === null || value === null) return value;
  const text = String(value);
  const isMoment = text.length > 10;
  const at = Date.parse(`${text.slice(0, 10)}T${isMoment ? text.slice(11) : '00:00:00'}Z`);
  const local = new Date(isMoment && zone === 'Asia/Tokyo' ? at + AHEAD_MS : at);
  const weekday = local.getUTCDay() || 7;
  const parts = {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    week: isoWeek(local.getTime() + (4 - weekday) * DAY_MS),
    weekday,
    hour: local.getUTCHours(),
    date: local.toISOString().slice(0, 10),
  };
  return parts[part];
}

/** The number of the week that contains this Thursday. */
function isoWeek(thursday: number): number {
  const newYear = Date.UTC(new Date(thursday).getUTCFullYear(), 0, 1);
  return Math.floor((thursday - newYear) / (7 * DAY_MS)) + 1;
}
