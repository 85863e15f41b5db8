import { systemTable } from './system-table.ts';

/** The system collection `directus_roles`: its columns and the rows that describe its fields in a fresh project. */
export const roles = systemTable({
  name: 'directus_roles',
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    name: { type: 'VARCHAR(100)', unique: true },
    description: { type: 'VARCHAR(500)', nullable: true },
    ip_whitelist: { type: 'TEXT', nullable: true },
    external_id: { type: 'VARCHAR(255)', nullable: true, unique: true },
    module_listing: { type: 'TEXT', nullable: true },
    collection_listing: { type: 'TEXT', nullable: true },
    enforce_2fa: { type: 'TINYINT', nullable: true, default: '0' },
  },
  uniqueTogether: [],
  fields: [
    { id: 74, field: 'id', type: 'integer', interface: 'primary-key', required: 1, hidden_detail: 1 },
    {
      id: 75,
      field: 'external_id',
      type: 'string',
      interface: 'text-input',
      readonly: 1,
      hidden_detail: 1,
      hidden_browse: 1,
    },
    { id: 76, field: 'name', type: 'string', interface: 'text-input', required: 1, sort: 1, width: 'half' },
    { id: 77, field: 'description', type: 'string', interface: 'text-input', sort: 2, width: 'half' },
    { id: 78, field: 'ip_whitelist', type: 'array', interface: 'tags', options: { '': 'Add an IP address...' } },
    { id: 79, field: 'enforce_2fa', type: 'boolean', interface: 'switch' },
    { id: 80, field: 'users', type: 'o2m', interface: 'one-to-many', options: { fields: 'first_name,last_name' } },
    {
      id: 81,
      field: 'module_listing',
      type: 'json',
      interface: 'repeater',
      options: {
        template: '{{ name }}',
        createItemText: 'Add Module',
        fields: [
          { field: 'name', interface: 'text-input', type: 'string', width: 'half' },
          { field: 'link', interface: 'text-input', type: 'string', width: 'half' },
          { field: 'icon', interface: 'icon', type: 'string', width: 'full' },
        ],
      },
    },
    {
      id: 82,
      field: 'collection_listing',
      type: 'json',
      interface: 'repeater',
      options: {
        template: '{{ group_name }}',
        createItemText: 'Add Group',
        fields: [
          { field: 'group_name', width: 'full', interface: 'text-input', type: 'string' },
          {
            field: 'collections',
            interface: 'repeater',
            type: 'JSON',
            options: {
              createItemText: 'Add Collection',
              fields: [{ field: 'collection', type: 'string', interface: 'collections', width: 'full' }],
            },
          },
        ],
      },
    },
  ],
});
