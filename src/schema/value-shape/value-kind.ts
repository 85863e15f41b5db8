import { named } from '../../shared/named.ts';
import type { Kind } from '../datatypes.ts';
import type { Field } from '../field.ts';
import { isWholeDecimalKey, isWideKey } from '../whole-decimal.ts';

/** The kind of JSON that a field returns. (Contract, T-1 to T-18.) */
export type ValueKind =
  | 'integer'
  /** An integer as text. */
  | 'bigint'
  | 'number'
  | 'text'
  | 'boolean'
  /** `YYYY-MM-DD`. */
  | 'date'
  /** `HH:MM:SS`. */
  | 'time'
  /** `YYYY-MM-DD HH:MM:SS`. */
  | 'datetime'
  /** ISO 8601 in UTC. */
  | 'moment'
  | 'base64'
  /** Any list or object. */
  | 'json'
  /** A list of texts. */
  | 'list'
  /** Items of another collection. */
  | 'items'
  /** The URLs of a file, computed by the server. */
  | 'file-data'
  /** Nothing: the field only serves the admin app. */
  | 'none';

/** By the kind of the column. */
const OF_COLUMNS: Readonly<Record<Kind, ValueKind>> = {
  integer: 'integer',
  bigint: 'bigint',
  decimal: 'number',
  float: 'number',
  text: 'text',
  choice: 'text',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  binary: 'base64',
  json: 'text',
};
/** By field type, which takes precedence. */
const OF_TYPES = named<ValueKind>({
  array: 'list',
  boolean: 'boolean',
  datetime_created: 'moment',
  datetime_updated: 'moment',
  json: 'json',
});

/** The kind of JSON that a field returns. */
export function valueKindOf(field: Field): ValueKind {
  const { type, kind, relation, madeOf } = field;
  if (madeOf) return 'file-data';
  if (kind === null) return relation ? 'items' : 'none';
  return OF_TYPES[type.name] ?? (isWideKey(field) ? ofWideKey(field) : OF_COLUMNS[kind]);
}

const ofWideKey = (field: Field): ValueKind => (isWholeDecimalKey(field) ? 'bigint' : 'text');
