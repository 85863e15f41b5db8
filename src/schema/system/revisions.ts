import { systemTable } from './system-table.ts';

/** The system collection `directus_revisions`: its columns and the rows that describe its fields in a fresh project. */
export const revisions = systemTable({
  name: 'directus_revisions',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    activity: { type: 'INT unsigned' },
    collection: { type: 'VARCHAR(64)' },
    item: { type: 'VARCHAR(255)' },
    data: { type: 'LONGTEXT' },
    delta: { type: 'LONGTEXT', nullable: true },
    parent_collection: { type: 'VARCHAR(64)', nullable: true },
    parent_item: { type: 'VARCHAR(255)', nullable: true },
    parent_changed: { type: 'TINYINT unsigned', nullable: true, default: '0' },
  },
  uniqueTogether: [],
  indexes: [['collection', 'item'], ['parent_collection', 'parent_item'], ['activity']],
  fields: [
    { id: 102, field: 'id', type: 'integer', interface: 'primary-key' },
    { id: 103, field: 'activity', type: 'm2o', interface: 'many-to-one' },
    { id: 104, field: 'collection', type: 'm2o', interface: 'many-to-one' },
    { id: 105, field: 'item', type: 'string', interface: 'text-input' },
    { id: 106, field: 'data', type: 'json', interface: 'json' },
    { id: 107, field: 'delta', type: 'json', interface: 'json' },
    { id: 108, field: 'parent_item', type: 'string', interface: 'text-input' },
    { id: 109, field: 'parent_collection', type: 'string', interface: 'collections' },
    { id: 110, field: 'parent_changed', type: 'boolean', interface: 'switch' },
  ],
});
