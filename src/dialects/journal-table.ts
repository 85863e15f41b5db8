/**
 * The table in which a change of the schema stands while its tables change, on engines whose transactions do not hold
 * such changes. Dialects make it when they open a database, and hide it.
 */
export const JOURNAL = { table: 'octavo_journal', key: 'id', entry: 'entry' } as const;
