import { isoDatetime, isSqlDatetime } from '../../shared/datetime.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Collection } from '../collection.ts';
import type { Column } from '../column.ts';
import { columnLength } from '../column-length.ts';
import { datatypeOf } from '../datatypes.ts';
import type { Field } from '../field.ts';

/** A field object as sent to clients. */
export type FieldObject = Readonly<Record<string, unknown>>;

/** The attributes that a request names. */
interface Requested {
  readonly all: boolean;
  readonly names: { has(name: string): boolean };
}

const FLAGS = ['hidden_detail', 'hidden_browse'] as const;

/**
 * A field as returned in lists: its column takes precedence over its description. The `type` of a field without a
 * column is in capitals, `locked` is a number, and `required` depends on the column. (Contract, S-70 to S-74.)
 */
export function listForm(field: Field): FieldObject {
  const { row, column, type } = field;
  return assemble(field, {
    note: row?.note ?? column?.comment ?? null,
    type: column ? (row?.type ?? datatypeOf(column.datatype).guess) : type.name.toUpperCase(),
    required: column ? !column.nullable || column.primaryKey : (row?.required ?? false),
    options: withoutEmpty(row?.options ?? null),
    locked: row ? Number(row.locked) : null,
    translation: withoutEmpty(row?.translation ?? null),
  });
}

/** A field as returned on its own: its description takes precedence. An undescribed column is the same as in lists. */
export function singleForm(field: Field): FieldObject {
  const { row } = field;
  if (!row) return listForm(field);
  const { note, type, required, options, locked, translation } = row;
  return assemble(field, { note, type, required, options, locked, translation });
}

/** A field with some requested attributes: these are as in the form of a single field, all others as in lists. */
export function chosenForm(field: Field, { all, names }: Requested): FieldObject {
  if (all) return singleForm(field);
  const chosen = Object.entries(singleForm(field)).filter(([name]) => names.has(name));
  return { ...listForm(field), ...Object.fromEntries(chosen) };
}

/** The fields of a collection by name, in the form of lists. */
export function fieldMap(collection: Collection): Readonly<Record<string, FieldObject>> {
  return Object.fromEntries(collection.fields.map((field) => [field.name, listForm(field)]));
}

interface Varying {
  readonly note: unknown;
  readonly type: unknown;
  readonly required: unknown;
  readonly options: unknown;
  readonly locked: unknown;
  readonly translation: unknown;
}

function assemble(field: Field, { note, type, required, options, locked, translation }: Varying): FieldObject {
  const { row, column } = field;
  const flags = Object.fromEntries(FLAGS.map((flag) => [flag, row?.[flag] ?? false]));
  return {
    collection: field.collection,
    field: field.name,
    datatype: column?.datatype ?? null,
    unique: column?.unique ?? false,
    primary_key: column?.primaryKey ?? false,
    auto_increment: column?.autoIncrement ?? false,
    default_value: column ? shownDefault(column) : null,
    note,
    signed: column?.signed ?? false,
    id: row?.id ?? null,
    type,
    sort: row?.sort ?? null,
    interface: row?.interface ?? null,
    ...flags,
    required,
    options,
    locked,
    translation,
    readonly: row?.readonly ?? false,
    width: row?.width ?? null,
    validation: row?.validation ?? null,
    group: row?.group ?? null,
    length: column ? columnLength(column) : null,
  };
}

/** The default of a column as field objects show it: moments in ISO 8601. */
export function shownDefault({ datatype, default: value }: Column): string | null {
  return value !== null && datatypeOf(datatype).kind === 'datetime' && isSqlDatetime(value)
    ? isoDatetime(value)
    : value;
}

function withoutEmpty(value: unknown): unknown {
  const size = Array.isArray(value) ? value.length : isRecord(value) ? Object.keys(value).length : 1;
  return size === 0 ? null : value;
}
