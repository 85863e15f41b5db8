import { systemTable } from './system-table.ts';

/** The system collection `directus_migrations`: its columns and the rows that describe its fields in a fresh project. */
export const migrations = systemTable({
  name: 'directus_migrations',
  columns: {
    version: { type: 'BIGINT', primaryKey: true },
    migration_name: { type: 'VARCHAR(100)', nullable: true },
    start_time: { type: 'TIMESTAMP', nullable: true },
    end_time: { type: 'TIMESTAMP', nullable: true },
    breakpoint: { type: 'TINYINT', default: '0' },
  },
  uniqueTogether: [],
  fields: [],
});
