import { internalTable } from './internal-table.ts';

/**
 * The schema changes that were made, with what is needed to undo them. Not copied, because the data that they keep
 * stays with the project.
 */
export const schemaChanges = internalTable({
  name: 'octavo_schema_changes',
  copied: false,
  columns: {
    id: { type: 'INT unsigned', primaryKey: true, autoIncrement: true },
    made_at: { type: 'BIGINT' },
    made_by: { type: 'INT unsigned', nullable: true },
    /** What the change was: a JSON object. */
    what: { type: 'LONGTEXT' },
    /** The tables and fields that it affects, to compare with other changes: a JSON list. */
    touched: { type: 'LONGTEXT' },
    /** Steps, former rows and kept tables as JSON; null once nothing is kept any more. */
    entry: { type: 'LONGTEXT', nullable: true },
    kept_until: { type: 'BIGINT' },
    undone_at: { type: 'BIGINT', nullable: true },
    undone_by: { type: 'INT unsigned', nullable: true },
  },
  uniqueTogether: [],
});
