import { JOURNAL } from '../journal-table.ts';
import type { LoneConnection } from './lone-connection.ts';

/** The table through which processes notify each other of writes; hidden from introspection. */
export const STATE_TABLE = 'octavo_state';

const CREATE: ReadonlyMap<string, string> = new Map([
  [
    STATE_TABLE,
    `CREATE TABLE IF NOT EXISTS ${STATE_TABLE} (origin CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY,
    stamp BIGINT UNSIGNED NOT NULL, touched TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB`,
  ],
  [
    JOURNAL.table,
    `CREATE TABLE IF NOT EXISTS ${JOURNAL.table} (${JOURNAL.key} INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${JOURNAL.entry} LONGTEXT CHARACTER SET utf8mb4 NOT NULL) ENGINE=InnoDB`,
  ],
]);

const PRESENT = `SELECT table_name FROM information_schema.tables
  WHERE table_schema = DATABASE() AND table_name IN ('${STATE_TABLE}', '${JOURNAL.table}')`;

const FORGET = `DELETE FROM ${STATE_TABLE} WHERE touched < CURRENT_TIMESTAMP - INTERVAL 7 DAY
    AND IS_USED_LOCK(CONCAT('octavo_', origin)) IS NULL`;

/**
 * Creates those of the dialect's internal tables that are missing, and removes processes that are gone and have not
 * written for a week.
 */
export async function prepareState(connection: LoneConnection): Promise<void> {
  // An account that may not create tables is refused even if the table exists.
  const present = new Set((await connection.all({ text: PRESENT, parameters: [] })).map(([name]) => String(name)));
  for (const [table, create] of CREATE) if (!present.has(table)) await connection.run(create);
  await connection.run(FORGET);
}
