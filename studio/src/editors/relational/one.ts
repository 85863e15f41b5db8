import { type Key, keyOf, type Row } from './changes.ts';

/** The one related item of a field: none, the stored one, another, a new one, or one with pending changes. */
export interface One {
  readonly kind: 'none' | 'stored' | 'picked' | 'new' | 'changed';
  readonly key: Key | null;
  /** The known values of the item, with pending ones applied. */
  readonly values: Row;
  /** The pending values, without the key. */
  readonly pending: Row;
  /** Whether there is a key, but its item is missing or may not be read. */
  readonly isUnseen: boolean;
}

/** The primary key of the related items. */
export interface OneKey {
  readonly name: string;
  /** Whether the server generates these keys. */
  readonly isGenerated: boolean;
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null;
const NONE: One = { kind: 'none', key: null, values: {}, pending: {}, isUnseen: false };

/** Interprets a field's value: the stored one, and what a save would send, if anything. */
export function oneOf(stored: unknown, value: unknown, id: OneKey, known: (key: Key) => Row | null | undefined): One {
  const current = value === undefined ? stored : value;
  const key = keyOf(current, id.name);
  if (value === undefined) return key === null ? NONE : oneStored(stored, key, known);
  if (!isRow(value)) return key === null ? NONE : { ...seen(key, {}, known), kind: 'picked' };
  const pending = Object.fromEntries(Object.entries(value).filter(([name]) => name !== id.name));
  if (key === null) return { kind: 'new', key, values: value, pending: value, isUnseen: false };
  const isStored = String(keyOf(stored, id.name)) === String(key);
  const before = isStored && isRow(stored) ? stored : known(key);
  if (!before && !id.isGenerated) return { kind: 'new', key, values: value, pending: value, isUnseen: false };
  return { kind: 'changed', key, values: { ...before, ...value }, pending, isUnseen: false };
}

function oneStored(stored: unknown, key: Key, known: (key: Key) => Row | null | undefined): One {
  const isExpanded = isRow(stored) && Object.keys(stored).length > 1;
  return isExpanded
    ? { kind: 'stored', key, values: stored, pending: {}, isUnseen: false }
    : { ...seen(key, isRow(stored) ? stored : {}, known), kind: 'stored' };
}

function seen(key: Key, values: Row, known: (key: Key) => Row | null | undefined): Omit<One, 'kind'> {
  const found = known(key);
  return { key, values: found ?? values, pending: {}, isUnseen: found === null };
}

/** What a save sends for an item that was picked: nothing if it is the stored one. */
export function picked(stored: unknown, key: Key | null, id: OneKey): Key | null | undefined {
  const before = keyOf(stored, id.name);
  return String(before) === String(key) ? undefined : key;
}

/** What a save sends for an item with pending values. */
export function edited(stored: unknown, key: Key | null, values: Row, id: OneKey): unknown {
  const { [id.name]: own, ...rest } = values;
  if (key === null) return own === undefined ? rest : values;
  if (Object.keys(rest).length > 0) return { [id.name]: key, ...rest };
  return picked(stored, key, id);
}
