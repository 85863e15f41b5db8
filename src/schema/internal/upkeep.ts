import { internalTable } from './internal-table.ts';

/** The progress of one-time background work. Copied with the rows that the work is about, in the same snapshot. */
export const upkeep = internalTable({
  name: 'octavo_upkeep',
  copied: true,
  columns: {
    /** The name of the work. */
    id: { type: 'VARCHAR(64)', primaryKey: true },
    /** The last processed row. */
    position: { type: 'BIGINT' },
    /** Milliseconds since 1970; null until all of it is done. */
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
});
