import type { Reader } from '../dialect.ts';

/** Foreign keys are off, so only triggers and virtual tables write elsewhere. */
const SPREADING = `SELECT 1 FROM sqlite_master WHERE (type = 'trigger' OR type = 'view' OR sql LIKE 'CREATE VIRTUAL %')
  AND name NOT LIKE 'octavo!_%' ESCAPE '!' LIMIT 1`;

/** Whether a write to one table can change another. */
export async function writesSpread(reader: Reader): Promise<boolean> {
  return (await reader.all({ text: SPREADING, parameters: [] })).length > 0;
}
