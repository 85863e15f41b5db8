import { systemTable } from './system-table.ts';

/** The system collection `directus_relations`: its columns and the rows that describe its fields in a fresh project. */
export const relations = systemTable({
  name: 'directus_relations',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection_many: { type: 'VARCHAR(64)' },
    field_many: { type: 'VARCHAR(45)' },
    collection_one: { type: 'VARCHAR(64)', nullable: true },
    field_one: { type: 'VARCHAR(64)', nullable: true },
    junction_field: { type: 'VARCHAR(64)', nullable: true },
  },
  uniqueTogether: [],
  fields: [
    { id: 96, field: 'id', type: 'integer', interface: 'primary-key' },
    { id: 97, field: 'collection_many', type: 'string', interface: 'collections' },
    { id: 98, field: 'field_many', type: 'string', interface: 'text-input' },
    { id: 99, field: 'collection_one', type: 'string', interface: 'collections' },
    { id: 100, field: 'field_one', type: 'string', interface: 'text-input' },
    { id: 101, field: 'junction_field', type: 'string', interface: 'text-input' },
  ],
});
