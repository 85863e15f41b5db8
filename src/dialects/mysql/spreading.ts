import type { Reader } from '../dialect.ts';

const SPREADING = `SELECT 1 FROM information_schema.TRIGGERS WHERE TRIGGER_SCHEMA = DATABASE()
  UNION ALL SELECT 1 FROM information_schema.VIEWS WHERE TABLE_SCHEMA = DATABASE()
  UNION ALL SELECT 1 FROM information_schema.REFERENTIAL_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE()
    AND (DELETE_RULE IN ('CASCADE', 'SET NULL', 'SET DEFAULT') OR UPDATE_RULE IN ('CASCADE', 'SET NULL', 'SET DEFAULT'))
  LIMIT 1`;

/** Whether a write to one table can change another: through triggers, views or foreign keys with actions. */
export async function writesSpread(reader: Reader): Promise<boolean> {
  return (await reader.all({ text: SPREADING, parameters: [] })).length > 0;
}
