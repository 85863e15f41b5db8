import type { Statement } from '../dialect.ts';

/** The number of rows of a table by the engine's statistics. */
export function roughSize(table: string): Statement {
  const text = 'SELECT TABLE_ROWS FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ?';
  return { text, parameters: [table] };
}
