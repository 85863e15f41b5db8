import { readerOf } from '../codec.ts';
import type { Collection } from '../collection.ts';
import { columnLength } from '../column-length.ts';
import { columnKind, datatypeOf } from '../datatypes.ts';
import type { Field, FieldRelation } from '../field.ts';
import { integerRange } from '../integer-range.ts';
import { type Choices, choicesOf } from './choices.ts';
import { type ValueKind, valueKindOf } from './value-kind.ts';

/** Which values a field returns and accepts, as data. OpenAPI documents and generated types are made from it. */
export interface ValueShape {
  readonly kind: ValueKind;
  /**
   * The items that the field refers to; null for plain values. A to-one field returns the item's key, of this kind, or
   * the item itself if requested: null if the caller may not read it. A to-many field returns a list of items, and only
   * if requested.
   */
  readonly relation: FieldRelation | null;
  /** Whether the value or key that is returned may be null. */
  readonly nullable: boolean;
  /** Whether null may be sent. */
  readonly takesNull: boolean;
  /** Null if any value is allowed. */
  readonly choices: Choices | null;
  /** Maximum length of a text in characters. */
  readonly maxLength: number | null;
  /** The lowest and the highest integer. */
  readonly range: readonly [low: bigint, high: bigint] | null;
  /** The format of a text that may be sent, if it is one of these. */
  readonly format: 'email' | 'uuid' | 'password' | null;
  /** Whether a new item must have a value. */
  readonly required: boolean;
  /** Whether a value that is sent is used. If not, the server sets its own. */
  readonly writable: { readonly create: boolean; readonly update: boolean };
  /** Whether the field's description marks it as read-only for people. The server accepts changes nevertheless. */
  readonly readonly: boolean;
  /**
   * The value of a new item that is sent without one, as it is returned; undefined if that is null or computed by the
   * write.
   */
  readonly default: unknown;
  /** The note on the field; null if there is none. */
  readonly note: string | null;
}

/** Returns which values a field of a collection returns and accepts. */
export function shapeOf(collection: Pick<Collection, 'status'>, field: Field): ValueShape {
  const kind = valueKindOf(field);
  const { column, row, type, relation } = field;
  return {
    kind,
    relation,
    nullable: answersNull(field, kind),
    takesNull: column?.nullable ?? false,
    choices: relation ? null : choicesOf(field, kind),
    maxLength: maxLengthOf(field, kind),
    range: column && kind === field.kind && (kind === 'integer' || kind === 'bigint') ? integerRange(column) : null,
    format: formatOf(field, kind),
    required: isRequired(collection, field),
    writable: {
      create: isTaken(field, kind) && !(type.onCreate && isFilledIn(field)),
      update: isTaken(field, kind) && !(type.onUpdate && isFilledIn(field)),
    },
    readonly: row?.readonly ?? false,
    default: defaultOf(field, kind),
    note: row?.note || column?.comment || null,
  };
}

const NEVER_NULL: ReadonlySet<ValueKind> = new Set(['boolean', 'number', 'list', 'items']);

function answersNull({ column }: Field, kind: ValueKind): boolean {
  if (kind === 'json' || kind === 'file-data' || kind === 'none') return true;
  if (!column || NEVER_NULL.has(kind)) return false;
  if (kind === 'base64') return column.nullable && datatypeOf(column.datatype).readNull === undefined;
  return column.nullable || isZeroDate(column.default);
}

/** Dates that do not exist in the calendar read as null. */
const isZeroDate = (text: string | null): boolean => text?.startsWith('0000-00-00') ?? false;

function maxLengthOf({ column }: Field, kind: ValueKind): number | null {
  const length = column && kind === 'text' && columnKind(column) === 'text' ? columnLength(column) : null;
  return length === null ? null : Number(length);
}

function formatOf({ column, row, type }: Field, kind: ValueKind): ValueShape['format'] {
  if (kind !== 'text') return null;
  if (type.name === 'hash') return 'password';
  if (row?.validation === '$email') return 'email';
  return column?.datatype === 'UUID' ? 'uuid' : null;
}

const isTaken = ({ column }: Field, kind: ValueKind): boolean =>
  kind !== 'none' && kind !== 'file-data' && !column?.generated;

/** Users do not get an owner. (Contract, T-46.) */
const isFilledIn = ({ collection, type }: Field): boolean => !(type.target && collection === 'directus_users');

/** Requires nothing if the collection has statuses in which items may be incomplete. */
function isRequired({ status }: Pick<Collection, 'status'>, { column, row, type, relation }: Field): boolean {
  if (Array.from(status?.statuses.values() ?? []).some(({ requiresFields }) => requiresFields)) return false;
  if (!column) return row?.required === true && relation !== null;
  if (column.autoIncrement || column.generated || type.automatic || column.default !== null) return false;
  return !column.nullable || type.name === 'status';
}

/** The defaults of these kinds may be expressions. */
const WITHOUT_DEFAULT: ReadonlySet<ValueKind> = new Set(['base64', 'date', 'time', 'datetime', 'moment']);

function defaultOf(field: Field, kind: ValueKind): unknown {
  const text = field.column?.default ?? null;
  if (text === null || WITHOUT_DEFAULT.has(kind) || field.type.onCreate) return undefined;
  const value = kind === 'integer' ? Number(text) : (readerOf(field)?.(text) ?? text);
  return typeof value === 'number' && !Number.isFinite(value) ? undefined : value;
}
