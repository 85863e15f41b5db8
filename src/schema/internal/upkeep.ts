import { internalTable } from './internal-table.ts';

/** How far work has come that a project needs once, beside its requests. */
export const upkeep = internalTable({
  name: 'octavo_upkeep',
  copied: false,
  columns: {
    /** What is done. */
    id: { type: 'VARCHAR(64)', primaryKey: true },
    /** The last row that is dealt with. */
    position: { type: 'BIGINT' },
    /** Milliseconds since 1970; null until all of it is done. */
    ended_at: { type: 'BIGINT', nullable: true },
  },
  uniqueTogether: [],
});
