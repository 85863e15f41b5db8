import { internalTable } from './internal-table.ts';

/** The progress of unfinished imports, so that they can be resumed. */
export const imports = internalTable({
  name: 'octavo_imports',
  copied: false,
  columns: {
    /** A digest of the source and target. */
    id: { type: 'VARCHAR(64)', primaryKey: true },
    /** The last processed line. */
    line: { type: 'BIGINT' },
  },
  uniqueTogether: [],
});
