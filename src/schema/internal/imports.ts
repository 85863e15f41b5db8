import { internalTable } from './internal-table.ts';

/** How far imports have come that did not reach their end, so that they can go on. */
export const imports = internalTable({
  name: 'octavo_imports',
  copied: false,
  columns: {
    /** A digest of what is imported where. */
    id: { type: 'VARCHAR(64)', primaryKey: true },
    /** The last line that is dealt with. */
    line: { type: 'BIGINT' },
  },
  uniqueTogether: [],
});
