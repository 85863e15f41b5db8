/**
 * The table that holds a schema change while its tables change, on engines without transactional DDL. Dialects create
 * it when they open a database, and hide it from introspection.
 */
export const JOURNAL = { table: 'octavo_journal', key: 'id', entry: 'entry' } as const;
