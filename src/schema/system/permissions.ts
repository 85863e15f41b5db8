import { systemTable } from './system-table.ts';

/** The system collection `directus_permissions`: its columns and the rows that describe its fields in a fresh project. */
export const permissions = systemTable({
  name: 'directus_permissions',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    collection: { type: 'VARCHAR(64)' },
    role: { type: 'INT unsigned' },
    status: { type: 'VARCHAR(64)', nullable: true },
    create: { type: 'VARCHAR(16)', nullable: true, default: 'none' },
    read: { type: 'VARCHAR(16)', nullable: true, default: 'none' },
    update: { type: 'VARCHAR(16)', nullable: true, default: 'none' },
    delete: { type: 'VARCHAR(16)', nullable: true, default: 'none' },
    comment: { type: 'VARCHAR(8)', nullable: true, default: 'none' },
    explain: { type: 'VARCHAR(8)', nullable: true, default: 'none' },
    read_field_blacklist: { type: 'VARCHAR(1000)', nullable: true },
    write_field_blacklist: { type: 'VARCHAR(1000)', nullable: true },
    status_blacklist: { type: 'VARCHAR(1000)', nullable: true },
  },
  uniqueTogether: [],
  fields: [
    { id: 83, field: 'id', type: 'integer', interface: 'primary-key', required: 1, hidden_detail: 1 },
    { id: 84, field: 'collection', type: 'm2o', interface: 'many-to-one' },
    { id: 85, field: 'role', type: 'm2o', interface: 'many-to-one' },
    { id: 86, field: 'status', type: 'string', interface: 'text-input' },
    { id: 87, field: 'create', type: 'string', interface: 'text-input' },
    { id: 88, field: 'read', type: 'string', interface: 'text-input' },
    { id: 89, field: 'update', type: 'string', interface: 'text-input' },
    { id: 90, field: 'delete', type: 'string', interface: 'primary-key' },
    { id: 91, field: 'comment', type: 'string', interface: 'text-input' },
    { id: 92, field: 'explain', type: 'string', interface: 'text-input' },
    { id: 93, field: 'status_blacklist', type: 'array', interface: 'tags' },
    { id: 94, field: 'read_field_blacklist', type: 'array', interface: 'tags' },
    { id: 95, field: 'write_field_blacklist', type: 'array', interface: 'tags' },
  ],
});
