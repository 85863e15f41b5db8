import { internalTable } from './internal-table.ts';

/** Item rules of roles, for which `directus_permissions` has no columns. */
export const itemRules = internalTable({
  name: 'octavo_rules',
  copied: true,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    role: { type: 'INT unsigned' },
    collection: { type: 'VARCHAR(64)' },
    /** Null if the rule is about items of any status. */
    status: { type: 'VARCHAR(64)', nullable: true },
    action: { type: 'VARCHAR(16)' },
    /** JSON objects, as they were sent. */
    filter: { type: 'LONGTEXT', nullable: true },
    presets: { type: 'LONGTEXT', nullable: true },
    validation: { type: 'LONGTEXT', nullable: true },
  },
  uniqueTogether: [],
});
