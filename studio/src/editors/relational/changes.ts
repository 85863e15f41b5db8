import { isSame } from '../../model/same.ts';

export type Key = string | number;
export type Row = Readonly<Record<string, unknown>>;
/** An entry of a nested write: the key of a row to attach, or a row that is new, changed, detached or deleted. */
export type Entry = Key | Row;
export type Changes = readonly Entry[];
/** What happens to a row when the item is saved. */
export type State = 'stored' | 'new' | 'changed' | 'linked' | 'unlinked' | 'deleted';

/** The structure of a list of related items. */
export interface Shape {
  /** The primary key of its rows. */
  readonly key: string;
  /** Whether the server generates these keys. */
  readonly isGenerated: boolean;
  /** The rows' field with the key of the item whose list it is. */
  readonly foreign: string;
  /** With a junction: the rows' field with the other item, and the primary key of that item. */
  readonly far: { readonly field: string; readonly key: string } | null;
  /** The rows' field for a manual order. */
  readonly sort: string | null;
}

/** A row as it is shown: stored or pending. */
export interface ShownRow {
  /** Identifies it among the rows, as long as no pending row is withdrawn. */
  readonly id: string;
  readonly key: Key | null;
  readonly state: State;
  /** The stored values with the pending ones applied. */
  readonly values: Row;
}

/** A row that was not read with the list: one to be attached, or one of a later page, which is in the list already. */
export interface KnownRow {
  readonly values: Row;
  readonly isOurs: boolean;
}
type Known = (key: Key) => KnownRow | undefined;

const DELETE = '$delete';

const isRow = (entry: unknown): entry is Row => typeof entry === 'object' && entry !== null;
const sameKey = (one: unknown, other: unknown): boolean => String(one) === String(other);

/** The key that an entry names; null for a new row. */
export function keyOf(entry: unknown, key: string): Key | null {
  const value = isRow(entry) ? entry[key] : entry;
  return typeof value === 'string' || typeof value === 'number' ? value : null;
}

/** The key of the item at the other end of a junction's row. */
export const farKeyOf = (row: Row, { far }: Shape): Key | null => (far ? keyOf(row[far.field], far.key) : null);

const entryOf = (changes: Changes, key: Key, shape: Shape): Entry | undefined =>
  changes.find((entry) => sameKey(keyOf(entry, shape.key), key));

/** Indexes rows or entries by their keys, for long lists. If several have the same key, the first one is found. */
function byKey<T extends Entry>(list: readonly T[], key: string): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  for (const each of list) {
    const name = keyOf(each, key);
    if (name !== null && !found.has(String(name))) found.set(String(name), each);
  }
  return found;
}

/** The rows of a list with pending changes: stored ones in their order, then attached and new ones. */
export function showRows(
  stored: readonly Row[],
  changes: Changes,
  shape: Shape,
  known: Known = () => undefined,
): readonly ShownRow[] {
  const ours = new Set(stored.map((row) => String(row[shape.key])));
  const entries = byKey(changes, shape.key);
  const kept = stored.map((row) => shownStored(row, entries.get(String(row[shape.key])), shape));
  const others = changes.flatMap((entry, at) =>
    ours.has(String(keyOf(entry, shape.key))) ? [] : [shownOther(entry, at, shape, known)],
  );
  return inOrder([...kept, ...others], shape.sort);
}

function shownStored(row: Row, entry: Entry | undefined, shape: Shape): ShownRow {
  const key = row[shape.key] as Key;
  const change = isRow(entry) ? entry : {};
  return { id: `row ${key}`, key, state: stateOf(change, shape), values: over(row, change, shape) };
}

function stateOf(change: Row, { key, foreign }: Shape): State {
  if (change[DELETE] === true) return 'deleted';
  if (change[foreign] === null) return 'unlinked';
  return Object.keys(change).some((name) => name !== key) ? 'changed' : 'stored';
}

function shownOther(entry: Entry, at: number, shape: Shape, known: Known): ShownRow {
  const key = keyOf(entry, shape.key);
  const change = isRow(entry) ? entry : { [shape.key]: entry };
  if (key === null) return { id: `new ${at}`, key, state: isLink(change, shape) ? 'linked' : 'new', values: change };
  const before = known(key);
  const values = over(before?.values ?? { [shape.key]: key }, change, shape);
  const state = stateOf(change, shape);
  const isPending = state === 'stored' || state === 'changed';
  return { id: `row ${key}`, key, state: isPending ? addedState(before, shape) : state, values };
}

function addedState(before: KnownRow | undefined, { isGenerated }: Shape): State {
  if (before) return before.isOurs ? 'changed' : 'linked';
  return isGenerated ? 'linked' : 'new';
}

const isLink = (row: Row, shape: Shape): boolean => farKeyOf(row, shape) !== null;

/** A stored row with a pending change; the item at the other end keeps values that the change does not name. */
function over(row: Row, change: Row, { far }: Shape): Row {
  const merged = { ...row, ...change };
  if (!far || !isRow(row[far.field]) || !(far.field in change)) return merged;
  const next = change[far.field];
  const same = sameKey(keyOf(next, far.key), keyOf(row[far.field], far.key));
  return same && isRow(next) ? { ...merged, [far.field]: { ...(row[far.field] as Row), ...next } } : merged;
}

function inOrder(rows: readonly ShownRow[], sort: string | null): readonly ShownRow[] {
  if (!sort) return rows;
  return rows.toSorted(
    (a, b) => compare(sortValue(a.values, sort), sortValue(b.values, sort)) || compare(a.key, b.key),
  );
}

/** Missing positions and keys come last, as on the server; other texts stay where they are. */
function compare(one: Key | null, other: Key | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return typeof one === 'number' && typeof other === 'number' ? one - other : 0;
}

const sortValue = (values: Row, sort: string): number | null =>
  values[sort] === null || values[sort] === undefined || values[sort] === '' ? null : Number(values[sort]);

/** Whether a row will be in the list once the item is saved. */
export const stays = ({ state }: ShownRow): boolean => state !== 'deleted' && state !== 'unlinked';

/** Adds a new row. */
export const addRow = (changes: Changes, values: Row): Changes => [...changes, values];

/** Adds existing items: rows to attach, or with a junction a row for each. Items that are already in the list are skipped. */
export function linkItems(changes: Changes, keys: readonly Key[], shown: readonly ShownRow[], shape: Shape): Changes {
  return keys.reduce((all, key) => linkItem(all, key, shown, shape), changes);
}

function linkItem(changes: Changes, key: Key, shown: readonly ShownRow[], shape: Shape): Changes {
  const there = shown.filter((row) => sameKey(shape.far ? farKeyOf(row.values, shape) : row.key, key));
  if (there.some(stays)) return changes;
  if (there[0]) return undo(changes, there[0], shape);
  return [...changes, shape.far ? { [shape.far.field]: key } : key];
}

/** Replaces all pending values of a row; without values, its change is withdrawn. */
export function changeRow(changes: Changes, row: ShownRow, values: Row, shape: Shape): Changes {
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== shape.key));
  const isEmpty = Object.keys(rest).length === 0;
  if (row.key === null) return changes.map((entry, at) => (row.id === `new ${at}` ? values : entry));
  const entry = isEmpty ? row.key : { [shape.key]: row.key, ...rest };
  if (isEmpty && row.state !== 'linked') return undo(changes, row, shape);
  return put(changes, row, entry, shape);
}

/** Adds values, given by the ids of rows, to the pending values of many rows at once. */
export function changeRows(
  changes: Changes,
  rows: readonly ShownRow[],
  values: ReadonlyMap<string, Row>,
  shape: Shape,
): Changes {
  const pending = byKey(changes, shape.key);
  const added = (entry: Entry | undefined, id: string): Row => ({ ...(isRow(entry) ? entry : {}), ...values.get(id) });
  const next = changes.map((entry, at) => {
    const key = keyOf(entry, shape.key);
    const id = key === null ? `new ${at}` : `row ${key}`;
    const isFirst = key === null || pending.get(String(key)) === entry;
    return isFirst && values.has(id) ? { ...(key !== null && { [shape.key]: key }), ...added(entry, id) } : entry;
  });
  const others = rows.filter(({ id, key }) => key !== null && values.has(id) && !pending.has(String(key)));
  return [...next, ...others.map(({ id, key }) => ({ [shape.key]: key, ...values.get(id) }))];
}

/** The pending values of a row without its key, for its form. */
export function pendingOf(changes: Changes, row: ShownRow, shape: Shape): Row {
  const entry = row.key === null ? changes[indexOf(row)] : entryOf(changes, row.key, shape);
  if (!isRow(entry)) return {};
  return Object.fromEntries(Object.entries(entry).filter(([name]) => row.key === null || name !== shape.key));
}

const indexOf = ({ id }: ShownRow): number => Number(id.replace('new ', ''));

/** Marks a row to be removed when the item is saved: detached or deleted. A new row is removed at once. */
export function removeRow(changes: Changes, row: ShownRow, how: 'unlink' | 'delete', shape: Shape): Changes {
  if (row.key === null || row.state === 'linked' || row.state === 'new') return undo(changes, row, shape);
  const entry = how === 'delete' ? { [DELETE]: true } : { [shape.foreign]: null };
  return put(changes, row, { [shape.key]: row.key, ...entry }, shape);
}

/** Withdraws the pending changes of a row. */
export function undo(changes: Changes, row: ShownRow, shape: Shape): Changes {
  if (row.key === null) return changes.filter((_, at) => row.id !== `new ${at}`);
  return changes.filter((entry) => !sameKey(keyOf(entry, shape.key), row.key));
}

function put(changes: Changes, row: ShownRow, entry: Entry, shape: Shape): Changes {
  const at = changes.findIndex((each) => sameKey(keyOf(each, shape.key), row.key));
  return at < 0 ? [...changes, entry] : changes.with(at, entry);
}

/** What a save sends: only differences from the stored rows; undefined if there are none. */
export function smallest(stored: readonly Row[], changes: Changes, shape: Shape): Changes | undefined {
  const rows = byKey(stored, shape.key);
  const left = changes.flatMap((entry) => {
    const row = rows.get(String(keyOf(entry, shape.key)));
    const small = row ? differing(row, entry, shape) : entry;
    return small === undefined ? [] : [small];
  });
  return left.length > 0 ? left : undefined;
}

function differing(row: Row, entry: Entry, { key }: Shape): Entry | undefined {
  if (!isRow(entry)) return undefined;
  const differs = ([name, value]: [string, unknown]): boolean =>
    name !== key && (name === DELETE || !(name in row) || !isSame(value, row[name]));
  const members = Object.entries(entry).filter(differs);
  return members.length > 0 ? { [key]: row[key], ...Object.fromEntries(members) } : undefined;
}
