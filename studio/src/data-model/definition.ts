import type { FieldRow } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import { asWords, translated } from '../model/words.ts';
import type { Kind } from './kinds.ts';

/** A field in the server's complete description. */
export interface StoredField extends FieldRow {
  readonly signed: boolean;
  readonly index?: boolean;
  readonly text_index?: boolean;
}

/** A field in the form in which the API accepts it. */
export type Definition = Readonly<Record<string, unknown>> & { readonly field: string };

/** The attributes of a field that people edit. */
export interface Draft {
  name: string;
  label: string;
  type: string;
  datatype: string | null;
  length: string;
  interface: string;
  options: Readonly<Record<string, unknown>>;
  isRequired: boolean;
  isUnique: boolean;
  isIndexed: boolean;
  hasTextIndex: boolean;
  isSigned: boolean;
  isReadonly: boolean;
  isHiddenInForm: boolean;
  isHiddenInList: boolean;
  defaultValue: string;
  note: string;
  width: string;
  validation: string;
  group: number | null;
  translation: unknown;
}

/** Datatypes without a length of their own. */
const WITHOUT_LENGTH = /^(TINY|MEDIUM|LONG)?(TEXT|BLOB)$|^(DATE|TIME|DATETIME|TIMESTAMP|JSON|UUID|BIT)$/i;
const TEXTS = /^(VAR)?CHAR$|TEXT$|^JSON$/i;
const INTEGERS = /^(TINY|SMALL|MEDIUM|BIG)?INT$|^INTEGER$/i;

export const takesLength = (datatype: string | null): boolean => datatype !== null && !WITHOUT_LENGTH.test(datatype);
export const holdsTexts = (datatype: string | null): boolean => datatype !== null && TEXTS.test(datatype);
export const isInteger = (datatype: string | null): boolean => datatype !== null && INTEGERS.test(datatype);

/** Datatypes that a type can have, the usual one first. */
export function datatypesOf(type: string): readonly string[] {
  if (['string', 'slug', 'array', 'lang', 'hash', 'uuid', 'status'].includes(type))
    return ['VARCHAR', 'CHAR', 'TEXT', 'MEDIUMTEXT', 'LONGTEXT'];
  if (['integer', 'sort', 'm2o', 'file', 'user', 'owner', 'user_updated'].includes(type))
    return ['INT', 'TINYINT', 'SMALLINT', 'MEDIUMINT', 'BIGINT'];
  if (type === 'decimal') return ['DECIMAL', 'FLOAT', 'DOUBLE'];
  if (type === 'boolean') return ['TINYINT'];
  if (type === 'json') return ['TEXT', 'MEDIUMTEXT', 'LONGTEXT', 'JSON'];
  if (type === 'datetime' || type.startsWith('datetime_')) return ['DATETIME', 'TIMESTAMP'];
  if (type === 'date') return ['DATE'];
  if (type === 'time') return ['TIME'];
  return type === 'binary' ? ['BLOB', 'MEDIUMBLOB', 'LONGBLOB'] : [];
}

/** The draft of a new field of a kind. */
export function draftOf(kind: Kind, label = ''): Draft {
  const more = kind.more ?? {};
  return {
    name: kind.field ?? '',
    label,
    type: kind.type,
    datatype: kind.datatype,
    length: kind.length === undefined ? '' : String(kind.length),
    interface: kind.interface,
    options: kind.options ?? {},
    isRequired: false,
    isUnique: false,
    isIndexed: false,
    hasTextIndex: false,
    isSigned: more.signed === true,
    isReadonly: more.readonly === true,
    isHiddenInForm: more.hidden_detail === true,
    isHiddenInList: more.hidden_browse === true,
    defaultValue: textOf(more.default_value),
    note: '',
    width: 'full',
    validation: '',
    group: null,
    translation: null,
  };
}

const textOf = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
};

/** The draft of an existing field. */
export function draftOfStored(field: StoredField, language: string): Draft {
  return {
    name: field.field,
    label: translated(field.translation, language) ?? asWords(field.field),
    type: field.type.toLowerCase(),
    datatype: field.datatype?.toUpperCase() ?? null,
    length: textOf(field.length),
    interface: field.interface ?? '',
    options: typeof field.options === 'object' && field.options !== null ? { ...field.options } : {},
    isRequired: field.required,
    isUnique: field.unique,
    isIndexed: field.index === true,
    hasTextIndex: field.text_index === true,
    isSigned: field.signed,
    isReadonly: field.readonly,
    isHiddenInForm: field.hidden_detail,
    isHiddenInList: field.hidden_browse,
    defaultValue: textOf(field.default_value),
    note: field.note ?? '',
    width: field.width ?? 'full',
    validation: field.validation ?? '',
    group: field.group,
    translation: field.translation,
  };
}

/** The names of a field by language, with the label in one of them unless its key already implies it. */
export function withLabel(translation: unknown, label: string, name: string, locale: string): unknown {
  const rows = Array.isArray(translation) ? (translation as { readonly locale?: unknown }[]) : [];
  if (translated(rows, locale) === label) return rows;
  const others = rows.filter((row) => row.locale !== locale);
  if (label.trim() === '' || asWords(name) === label.trim()) return others.length > 0 ? others : null;
  return [...others, { locale, translation: label.trim() }];
}

/** The parts of a draft as the API names them. */
function attributesOf(draft: Draft, locale: string): Readonly<Record<string, unknown>> {
  const hasColumn = draft.datatype !== null;
  return {
    type: draft.type,
    interface: draft.interface || null,
    options: Object.keys(draft.options).length > 0 ? draft.options : null,
    note: draft.note.trim() || null,
    width: draft.width,
    readonly: draft.isReadonly,
    hidden_detail: draft.isHiddenInForm,
    hidden_browse: draft.isHiddenInList,
    required: draft.isRequired,
    validation: draft.validation.trim() || null,
    group: draft.group,
    translation: withLabel(draft.translation, draft.label, draft.name, locale),
    ...(hasColumn && columnOf(draft)),
  };
}

function columnOf(draft: Draft): Readonly<Record<string, unknown>> {
  return {
    datatype: draft.datatype,
    ...(takesLength(draft.datatype) && draft.length.trim() !== '' && { length: draft.length.trim() }),
    ...(isInteger(draft.datatype) && { signed: draft.isSigned }),
    unique: draft.isUnique,
    default_value: draft.defaultValue === '' ? null : draft.defaultValue,
    index: draft.isIndexed,
    ...(holdsTexts(draft.datatype) && { text_index: draft.hasTextIndex }),
  };
}

/** The body that creates a field: its attributes, without empty ones. */
export function definitionOf(draft: Draft, locale: string): Definition {
  const given = Object.entries(attributesOf(draft, locale)).filter(
    ([, value]) => value !== null && value !== false && value !== '',
  );
  const signed = draft.datatype !== null && isInteger(draft.datatype) ? { signed: draft.isSigned } : {};
  return { field: draft.name, ...Object.fromEntries(given), ...signed };
}

/** The body that changes a field: the attributes that differ. A new datatype includes its length. */
export function differenceOf(before: Draft, after: Draft, locale: string): Readonly<Record<string, unknown>> {
  const old = attributesOf(before, locale);
  const next = attributesOf(after, locale);
  const names = Object.keys(next).filter((name) => !isSame(next[name], old[name]));
  const found = Object.fromEntries(names.map((name) => [name, next[name]]));
  if ('datatype' in found || 'length' in found)
    return { ...found, datatype: next.datatype, ...('length' in next && { length: next.length }) };
  return found;
}

/** An auto-increment primary key. */
export const KEY: Definition = {
  field: 'id',
  type: 'integer',
  datatype: 'INT',
  length: 10,
  interface: 'primary-key',
  primary_key: true,
  auto_increment: true,
  signed: false,
  hidden_detail: true,
};

/** A field of a kind under a name, as starters and switches make it. */
export function fieldOfKind(kind: Kind, field: string, more: Readonly<Record<string, unknown>> = {}): Definition {
  return {
    field,
    type: kind.type,
    ...(kind.datatype !== null && { datatype: kind.datatype }),
    ...(kind.length !== undefined && { length: kind.length }),
    interface: kind.interface,
    ...(kind.options && { options: kind.options }),
    ...kind.more,
    ...more,
  };
}
