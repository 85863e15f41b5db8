import { type CollectionRow, collectionOf } from '../src/model/collection.ts';
import type { FieldRow } from '../src/model/field.ts';
import type { RelationRow } from '../src/model/relation.ts';
import { type Schema, schemaOf } from '../src/model/schema.ts';

const plain: Omit<FieldRow, 'collection' | 'field'> = {
  type: 'string',
  datatype: 'VARCHAR',
  interface: 'text-input',
  options: null,
  note: null,
  primary_key: false,
  auto_increment: false,
  unique: false,
  required: false,
  readonly: false,
  hidden_detail: false,
  hidden_browse: false,
  width: 'full',
  group: null,
  id: null,
  sort: null,
  length: null,
  default_value: null,
  validation: null,
  translation: null,
};

type Fields = Readonly<Record<string, Partial<FieldRow>>>;

/** A collection as the server describes one, of the fields that a test names; it has a key `id` besides. */
export function rowOf(collection: string, fields: Fields): CollectionRow {
  const id = { type: 'integer', interface: 'primary-key', primary_key: true, auto_increment: true };
  const rows = Object.entries({ id, ...fields }).map(
    ([field, more]) => [field, { ...plain, ...more, collection, field }] as const,
  );
  const about = { note: null, icon: null, hidden: false, single: false, managed: true, translation: null };
  return { ...about, collection, fields: Object.fromEntries(rows) };
}

/** The collections of a test. */
export const schemaFor = (
  collections: Readonly<Record<string, Fields>>,
  relations: readonly RelationRow[] = [],
): Schema =>
  schemaOf(
    Object.entries(collections).map(([name, fields]) => rowOf(name, fields)),
    relations,
    'en',
  );

/** One collection of a test. */
export function collectionFor(fields: Fields): NonNullable<ReturnType<typeof collectionOf>> {
  const found = collectionOf(rowOf('notes', fields), [], 'en');
  if (!found) throw new Error('the collection has no key');
  return found;
}
