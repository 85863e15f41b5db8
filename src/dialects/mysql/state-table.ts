import { JOURNAL } from '../journal-table.ts';

/** The table through which processes notify each other of writes; hidden from introspection. */
export const STATE_TABLE = 'octavo_state';

/** Creates the dialect's internal tables, and removes processes that are gone and have not written for a week. */
export const STATE_STATEMENTS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS ${STATE_TABLE} (origin CHAR(36) CHARACTER SET ascii NOT NULL PRIMARY KEY,
    stamp BIGINT UNSIGNED NOT NULL, touched TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP) ENGINE=InnoDB`,
  `CREATE TABLE IF NOT EXISTS ${JOURNAL.table} (${JOURNAL.key} INT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
    ${JOURNAL.entry} LONGTEXT CHARACTER SET utf8mb4 NOT NULL) ENGINE=InnoDB`,
  `DELETE FROM ${STATE_TABLE} WHERE touched < CURRENT_TIMESTAMP - INTERVAL 7 DAY
    AND IS_USED_LOCK(CONCAT('octavo_', origin)) IS NULL`,
];
