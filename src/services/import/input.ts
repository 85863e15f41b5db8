import { ApiError } from '../../errors/api-error.ts';
import { brokenRule, invalid } from '../../errors/violations.ts';
import { stepsOf } from '../../query/plan/dotted-names.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { collectionOf, type Schema } from '../../schema/schema.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { isGiven } from '../../shared/is-given.ts';
import { isRecord } from '../../shared/is-record.ts';
import { asNumber } from '../../shared/text.ts';
import type { Encoding, FileFormat, ReadingOptions } from './source/row.ts';

/** The field that a column maps to, and the format of its values. */
export interface ColumnRule {
  readonly column: string;
  /** A field, or, as in `author.name`, a field that identifies a related item. */
  readonly field: string;
  /** Creates the related item if it is missing. */
  readonly create?: boolean;
  /** The format of dates, such as `DD.MM.YYYY`. */
  readonly date?: string;
  /** The decimal separator. Other separators between digits group thousands. */
  readonly decimal?: '.' | ',';
}

export const EMPTY = ['leave', 'null', 'keep'] as const;
export const MODES = ['insert', 'update', 'upsert'] as const;

/** What to import, and how. */
export interface ImportInput {
  readonly collection: string;
  /** The id of one of the project's files, or of an upload of the caller. */
  readonly file?: number;
  readonly upload?: string;
  /** The name of the file as people know it. */
  readonly name: string | null;
  readonly format?: FileFormat;
  readonly options: ReadingOptions;
  /** Null if the columns have the names of their fields. */
  readonly mapping: readonly ColumnRule[] | null;
  readonly mode: (typeof MODES)[number];
  /** The fields by which `update` and `upsert` find the item of a row. */
  readonly key: readonly string[];
  /** What an empty cell means: keep the field's value, set it to null, or set it to the empty text. */
  readonly empty: (typeof EMPTY)[number];
  readonly trim: boolean;
  readonly on_refusal: 'leave_out' | 'stop';
  /** Whether activity and revisions are left out. (Contract, I-71.) */
  readonly activity_skip?: true;
}

const FORMATS: readonly FileFormat[] = ['csv', 'json', 'ndjson', 'xlsx'];
const ENCODINGS: readonly Encoding[] = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'];
const MAX_RULES = 1000;

/** System collections whose items are created by plain requests. */
const SYSTEM: ReadonlySet<string> = new Set([
  'directus_users',
  'directus_roles',
  'directus_permissions',
  'directus_folders',
  'directus_collection_presets',
]);

type Sent = Readonly<Record<string, unknown>>;

/** The input of an import, checked against the schema but not against permissions. Errors 4, 200, 201. */
export function importInput(schema: Schema, sent: Sent): ImportInput {
  const collection = importable(schema, sent.collection);
  const mapping = rulesOf(collection, schema, sent.mapping);
  const mode = oneOf(sent, 'mode', MODES, 'insert');
  return {
    collection: collection.name,
    ...fileOf(sent),
    name: typeof sent.name === 'string' ? sent.name.slice(0, 255) : null,
    ...(sent.format !== undefined && sent.format !== null && { format: oneOf(sent, 'format', FORMATS, 'csv') }),
    options: optionsOf(sent.options ?? {}),
    mapping,
    mode,
    key: mode === 'insert' ? [] : keyOf(collection, mapping, sent.key),
    empty: oneOf(sent, 'empty', EMPTY, 'leave'),
    trim: sent.trim !== false,
    on_refusal: oneOf(sent, 'on_refusal', ['leave_out', 'stop'], 'leave_out'),
  };
}

function importable(schema: Schema, name: unknown): Collection {
  if (typeof name !== 'string') throw invalid('collection', 'the name of a collection');
  const collection = collectionOf(schema, name);
  if (isSystemCollection(name) && !SYSTEM.has(name)) throw new ApiError('systemCollectionAccess', { collection: name });
  return collection;
}

function fileOf({ file, upload }: Sent): Pick<ImportInput, 'file' | 'upload'> {
  if (typeof upload === 'string' && /^[\w-]{20,64}$/.test(upload)) return { upload };
  const id = asNumber(file);
  if (Number.isSafeInteger(id) && id > 0) return { file: id };
  throw invalid('file', 'the id of a file; or send "upload", the id of an upload');
}

function optionsOf(sent: unknown): ReadingOptions {
  if (!isRecord(sent)) throw invalid('options', 'an object');
  const { encoding, delimiter, sheet } = sent;
  if (isGiven(encoding) && !ENCODINGS.includes(encoding as Encoding))
    throw invalid('options.encoding', `one of ${ENCODINGS.join(', ')}`);
  if (isGiven(delimiter) && !(typeof delimiter === 'string' && /^[^"\r\n\w]$/.test(delimiter)))
    throw invalid('options.delimiter', 'one character, such as ";"');
  if (isGiven(sheet) && typeof sheet !== 'string') throw invalid('options.sheet', 'the name of a sheet');
  return {
    ...(isGiven(encoding) && { encoding: encoding as Encoding }),
    ...(isGiven(delimiter) && { delimiter: delimiter as string }),
    ...(isGiven(sheet) && { sheet: sheet as string }),
  };
}

/** The mapping as a list of rules. Columns that are mapped to null are left out. */
function rulesOf(collection: Collection, schema: Schema, mapping: unknown): ColumnRule[] | null {
  if (mapping === undefined || mapping === null) return null;
  if (!isRecord(mapping)) throw invalid('mapping', 'an object, with a field for each column');
  const rules = Object.entries(mapping).flatMap(([column, target]) => ruleOf(column, target));
  if (rules.length === 0 || rules.length > MAX_RULES)
    throw invalid('mapping', `an object that names 1 to ${MAX_RULES} columns`);
  for (const rule of rules) targetOf(schema, collection, rule.field);
  const twice = rules.find(({ field }, index) => rules.findIndex((rule) => rule.field === field) !== index);
  if (twice) throw brokenRule('mapping', `Two columns go to ${twice.field}.`);
  return rules;
}

function ruleOf(column: string, target: unknown): ColumnRule[] {
  if (target === null) return [];
  const { field, create, date, decimal } = isRecord(target) ? target : { field: target };
  if (typeof field !== 'string') throw invalid('mapping', 'the name of a field, or an object with one, per column');
  if (isGiven(date) && !(typeof date === 'string' && /^[YMDHms.:/ T-]{4,30}$/.test(date)))
    throw invalid('mapping', 'given dates such as "DD.MM.YYYY" or "YYYY-MM-DD HH:mm:ss"');
  if (isGiven(decimal) && decimal !== '.' && decimal !== ',') throw invalid('mapping', 'given a decimal of "." or ","');
  return [
    {
      column,
      field,
      ...(create === true && { create }),
      ...(isGiven(date) && { date: date as string }),
      ...(isGiven(decimal) && { decimal: decimal as '.' | ',' }),
    },
  ];
}

/** The target of a rule: a field, or a field of the related collection. */
export interface MappedField {
  readonly field: Field;
  /** The field that identifies a related item; null if the value belongs to the field itself. */
  readonly related: { readonly collection: Collection; readonly field: Field } | null;
}

/** The target that a path names: a field if one has the path as its name, dots included. Errors 4, 202. */
export function targetOf(schema: Schema, collection: Collection, path: string): MappedField {
  const [name = '', ...steps] = stepsOf(collection, path.split('.'));
  const field = collection.byName.get(name);
  if (!field) throw new ApiError('fieldNotFound', { field: name });
  if (steps.length === 0) return { field, related: null };
  const related = field.relation?.kind === 'm2o' ? schema.collections.get(field.relation.collection) : undefined;
  const found = related?.byName.get(steps.join('.'));
  if (!related || !found?.column)
    throw invalid('mapping', `for "${name}" a field of a related item, such as author.name`);
  return { field, related: { collection: related, field: found } };
}

function keyOf(collection: Collection, mapping: readonly ColumnRule[] | null, key: unknown): string[] {
  const names = typeof key === 'string' ? [key] : key;
  if (!Array.isArray(names) || names.length === 0 || names.length > 10)
    throw invalid('key', 'the fields by which the item of a row is found');
  for (const name of names) {
    const field = typeof name === 'string' ? collection.byName.get(name) : undefined;
    if (!field?.column || (mapping && !mapping.some((rule) => rule.field === name)))
      throw invalid('key', 'fields that columns are mapped to');
  }
  return [...new Set(names as string[])];
}

function oneOf<Name extends string>(sent: Sent, member: string, names: readonly Name[], usual: Name): Name {
  const value = sent[member] ?? usual;
  if (!names.includes(value as Name)) throw invalid(member, `one of ${names.join(', ')}`);
  return value as Name;
}
