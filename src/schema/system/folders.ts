import { systemTable } from './system-table.ts';

/** The system collection `directus_folders`: its columns and the rows that describe its fields in a fresh project. */
export const folders = systemTable({
  name: 'directus_folders',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    name: { type: 'VARCHAR(191)' },
    parent_folder: { type: 'INT unsigned', nullable: true },
  },
  uniqueTogether: [['name', 'parent_folder']],
  fields: [
    { id: 71, field: 'id', type: 'integer', interface: 'primary-key', required: 1, hidden_detail: 1 },
    { id: 72, field: 'name', type: 'string', interface: 'text-input' },
    { id: 73, field: 'parent_folder', type: 'm2o', interface: 'many-to-one' },
  ],
});
