import { internalTable } from './internal-table.ts';

/** The schema changes that were made, with what undoing them takes. What is kept of a project stays with it. */
export const schemaChanges = internalTable({
  name: 'octavo_schema_changes',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    made_at: { type: 'BIGINT' },
    made_by: { type: 'INT unsigned', nullable: true },
    /** What the change was: a JSON object. */
    what: { type: 'LONGTEXT' },
    /** What it is about, to compare with other changes: a JSON list. */
    touched: { type: 'LONGTEXT' },
    /** Steps, former rows and kept tables as JSON; null when nothing is kept any more. */
    entry: { type: 'LONGTEXT', nullable: true },
    kept_until: { type: 'BIGINT' },
    undone_at: { type: 'BIGINT', nullable: true },
    undone_by: { type: 'INT unsigned', nullable: true },
  },
  uniqueTogether: [],
});
