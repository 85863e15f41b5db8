import { type Field, type FieldRow, WIDTHS, type Width } from './field.ts';
import { type RelationRow, relationOf } from './relation.ts';
import { type Status, statusesOf } from './status.ts';
import { parseTemplate, type Template } from './template.ts';
import { asWords, oneOf, translated } from './words.ts';

/** A collection, as Studio uses it. */
export interface Collection {
  readonly name: string;
  readonly label: string;
  /** What one of its items is called; null where nothing says so. */
  readonly one: string | null;
  readonly note: string;
  readonly icon: string | null;
  readonly isHidden: boolean;
  /** It has one item only: a page. */
  readonly isSingle: boolean;
  readonly isSystem: boolean;
  /** In the order of forms. */
  readonly fields: readonly Field[];
  readonly field: (name: string) => Field | undefined;
  readonly key: Field;
  readonly status: Field | null;
  readonly statuses: readonly Status[];
  /** The field by which people order items. */
  readonly sort: Field | null;
  /** What names an item. */
  readonly title: Template;
}

/** A collection as the server describes it. */
export interface CollectionRow {
  readonly collection: string;
  readonly note: string | null;
  readonly icon: string | null;
  readonly hidden: boolean;
  readonly single: boolean;
  readonly managed: boolean;
  readonly translation: unknown;
  readonly fields: Readonly<Record<string, FieldRow>>;
}

const ALIASES: ReadonlySet<string> = new Set(['alias', 'o2m', 'group', 'translation']);
/** Names under which titles are looked for, the best first. */
const TITLES = [
  'title',
  'name',
  'label',
  'subject',
  'headline',
  'question',
  'filename_download',
  'email',
  'slug',
  'key',
];

/** Makes a collection of the server's description; null for one without a key, whose items cannot be told apart. */
export function collectionOf(
  row: CollectionRow,
  relations: readonly RelationRow[],
  language: string,
): Collection | null {
  const rows = Object.values(row.fields);
  const groups = new Map(rows.map(({ id, field }) => [id, field]));
  const fields = rows.map((field) => fieldOf(field, relations, groups, language)).sort((a, b) => a.sort - b.sort);
  const key = fields.find(({ isKey }) => isKey);
  if (!key) return null;
  const byName = new Map(fields.map((field) => [field.name, field]));
  const status = fields.find(({ type }) => type === 'status') ?? null;
  const label = translated(row.translation, language) ?? asWords(row.collection.replace(/^directus_/, ''));
  return {
    name: row.collection,
    label,
    one: oneOf(row.translation, language, label),
    note: row.note ?? '',
    icon: row.icon,
    isHidden: row.hidden,
    isSingle: row.single,
    isSystem: row.collection.startsWith('directus_'),
    fields,
    field: (name) => byName.get(name),
    key,
    status,
    statuses: status ? statusesOf(status) : [],
    sort: fields.find(({ type }) => type === 'sort') ?? null,
    title: titleOf(row.collection, fields, key),
  };
}

function fieldOf(
  row: FieldRow,
  relations: readonly RelationRow[],
  groups: ReadonlyMap<number | null, string>,
  language: string,
): Field {
  const type = row.type.toLowerCase();
  const isAlias = ALIASES.has(type);
  return {
    id: row.id,
    collection: row.collection,
    name: row.field,
    label: translated(row.translation, language) ?? asWords(row.field),
    type,
    interface: row.interface,
    options: typeof row.options === 'object' && row.options !== null ? { ...row.options } : {},
    note: row.note ?? '',
    isKey: row.primary_key,
    isGenerated: row.auto_increment,
    isRequired: row.required && !row.auto_increment,
    isReadonly: row.readonly,
    isUnique: row.unique,
    isHiddenInForm: row.hidden_detail,
    isHiddenInList: row.hidden_browse,
    isAlias,
    width: WIDTHS.includes(row.width as Width) ? (row.width as Width) : 'full',
    group: row.group === null ? null : (groups.get(row.group) ?? null),
    sort: row.sort ?? 0,
    length: row.length === null ? null : Number.parseInt(String(row.length), 10) || null,
    defaultValue: row.default_value,
    validation: row.validation,
    relation: relationOf(row, isAlias, relations),
  };
}

function titleOf(collection: string, fields: readonly Field[], key: Field): Template {
  if (collection === 'directus_users') return parseTemplate('{{first_name}} {{last_name}}');
  const texts = fields.filter(({ type, isKey }) => type === 'string' && !isKey);
  const found =
    TITLES.map((name) => fields.find((field) => field.name === name && !field.isAlias)).find(Boolean) ??
    texts.find(({ interface: name }) => name === 'text-input') ??
    texts[0] ??
    key;
  return parseTemplate(`{{${found.name}}}`);
}
