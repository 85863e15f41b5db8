import { systemTable } from './system-table.ts';

/** The system collection `directus_collection_presets`: its columns and the rows that describe its fields in a fresh project. */
export const collectionPresets = systemTable({
  name: 'directus_collection_presets',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    title: { type: 'VARCHAR(255)', nullable: true },
    user: { type: 'INT unsigned', nullable: true },
    role: { type: 'INT unsigned', nullable: true },
    collection: { type: 'VARCHAR(64)' },
    search_query: { type: 'VARCHAR(100)', nullable: true },
    filters: { type: 'TEXT', nullable: true },
    view_type: { type: 'VARCHAR(100)', default: 'tabular' },
    view_query: { type: 'TEXT', nullable: true },
    view_options: { type: 'TEXT', nullable: true },
    translation: { type: 'TEXT', nullable: true },
  },
  uniqueTogether: [['user', 'collection', 'title']],
  fields: [
    { id: 30, field: 'id', type: 'integer', interface: 'primary-key' },
    { id: 31, field: 'title', type: 'string', interface: 'text-input' },
    { id: 32, field: 'user', type: 'integer', interface: 'user' },
    { id: 33, field: 'role', type: 'm2o', interface: 'many-to-one' },
    { id: 34, field: 'collection', type: 'm2o', interface: 'many-to-one' },
    { id: 35, field: 'search_query', type: 'string', interface: 'text-input' },
    { id: 36, field: 'filters', type: 'json', interface: 'json' },
    { id: 37, field: 'view_options', type: 'json', interface: 'json' },
    { id: 38, field: 'view_type', type: 'string', interface: 'text-input' },
    { id: 39, field: 'view_query', type: 'json', interface: 'json' },
  ],
});
