import type { Schema } from '../model/schema.ts';
import { asWords } from '../model/words.ts';
import type { TitleOf } from './title-of.ts';

type Row = Readonly<Record<string, unknown>>;

/** The names of rows of system tables that have no title field. */
interface Naming {
  readonly path: string;
  readonly fields: readonly string[];
  /** The name of a row; empty if it has none. */
  readonly nameOf: (row: Row, schema: Schema, titleOf: TitleOf) => string;
}

const collectionLabel = (schema: Schema, name: unknown): string =>
  typeof name === 'string' ? (schema.collection(name)?.label ?? name) : '';
const fieldLabel = (schema: Schema, collection: unknown, name: unknown): string =>
  schema.collection(String(collection))?.field(String(name))?.label ?? asWords(String(name));
const joined = (...parts: readonly string[]): string => parts.filter(Boolean).join(' · ');

function statusLabel(schema: Schema, { collection, status }: Row): string {
  if (typeof status !== 'string') return '';
  const statuses = schema.collection(String(collection))?.statuses ?? [];
  return statuses.find(({ value }) => value === status)?.label ?? asWords(status);
}

const NAMINGS: ReadonlyMap<string, Naming> = new Map<string, Naming>(
  Object.entries({
    directus_permissions: {
      path: '/permissions',
      fields: ['id', 'role', 'collection', 'status'],
      nameOf: (row, schema, titleOf) =>
        joined(titleOf('directus_roles', row.role), collectionLabel(schema, row.collection), statusLabel(schema, row)),
    },
    octavo_rules: {
      path: '/permissions/rules',
      fields: [],
      nameOf: (row, schema, titleOf) =>
        joined(
          titleOf('directus_roles', row.role),
          collectionLabel(schema, row.collection),
          asWords(String(row.action)),
          statusLabel(schema, row),
        ),
    },
    directus_relations: {
      path: '/relations',
      fields: ['id', 'collection_many', 'field_many'],
      nameOf: (row, schema) =>
        joined(collectionLabel(schema, row.collection_many), fieldLabel(schema, row.collection_many, row.field_many)),
    },
    directus_collection_presets: {
      path: '/collection_presets',
      fields: ['id', 'collection', 'title'],
      nameOf: (row, schema) =>
        joined(collectionLabel(schema, row.collection), typeof row.title === 'string' ? row.title : ''),
    },
    directus_settings: {
      path: '/settings',
      fields: ['id', 'key'],
      nameOf: ({ key }) => asWords(String(key)),
    },
  } satisfies Record<string, Naming>),
);

/** How rows of a table are named, if that is not by a field. */
export const namingOf = (table: string): Naming | undefined => NAMINGS.get(table);

/** The name that the schema has for a row: for collections by name, for fields by id; otherwise null. */
export function schemaTitle(schema: Schema, table: string, key: string): string | null {
  if (table === 'directus_collections') return schema.collection(key)?.label ?? null;
  if (table !== 'directus_fields') return null;
  for (const { label, fields } of schema.collections) {
    const field = fields.find(({ id }) => String(id) === key);
    if (field) return joined(label, field.label);
  }
  return null;
}
