import { internalTable } from './internal-table.ts';

/** SCIM attributes that `directus_users` has no columns for. */
export const scimUsers = internalTable({
  name: 'octavo_scim_users',
  copied: true,
  columns: {
    user: { type: 'INT unsigned', primaryKey: true },
    /** Null if the user name is the e-mail address. */
    user_name: { type: 'VARCHAR(255)', nullable: true },
    /** The case-folded user name. */
    user_name_key: { type: 'VARCHAR(255)', nullable: true, unique: true },
    /** The provider's own identifier. */
    external_id: { type: 'VARCHAR(255)', nullable: true },
    display_name: { type: 'VARCHAR(255)', nullable: true },
    employee_number: { type: 'VARCHAR(255)', nullable: true },
    cost_center: { type: 'VARCHAR(255)', nullable: true },
    organization: { type: 'VARCHAR(255)', nullable: true },
    division: { type: 'VARCHAR(255)', nullable: true },
    department: { type: 'VARCHAR(255)', nullable: true },
    manager: { type: 'VARCHAR(255)', nullable: true },
    /** All other attributes, as JSON. */
    attributes: { type: 'LONGTEXT', nullable: true },
    created_on: { type: 'DATETIME' },
    modified_on: { type: 'DATETIME' },
  },
  uniqueTogether: [],
});

/** SCIM attributes that `directus_roles` has no columns for. */
export const scimGroups = internalTable({
  name: 'octavo_scim_groups',
  copied: true,
  columns: {
    role: { type: 'INT unsigned', primaryKey: true },
    external_id: { type: 'VARCHAR(255)', nullable: true },
    created_on: { type: 'DATETIME' },
    modified_on: { type: 'DATETIME' },
  },
  uniqueTogether: [],
});
