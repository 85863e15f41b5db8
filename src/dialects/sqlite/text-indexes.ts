import { asText } from '../../shared/text.ts';
import type { Reader } from '../dialect.ts';
import { createText, REMAINDER, remainderOf, triggersOf } from './text-index.ts';

/** The virtual tables and triggers of text indexes, and the tables of those that are being built. */
const PARTS = `SELECT type, name, tbl_name, sql FROM sqlite_master
  WHERE name LIKE 'octavo!_text!_%' ESCAPE '!' AND (type = 'trigger' OR sql LIKE 'CREATE VIRTUAL %' OR name LIKE '%${REMAINDER.replace('_', '!_')}' ESCAPE '!')`;

/** A text index that the database has. */
export interface FoundText {
  readonly name: string;
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** Whether rows are still being added. */
  readonly isBuilding: boolean;
}

type Part = Readonly<Record<'type' | 'name' | 'table' | 'sql', string>>;

/**
 * The text indexes of all tables. One without all of its triggers is ignored: it belongs to a table that a program has
 * recreated without them, and lacks what was written since.
 */
export async function readTextIndexes(reader: Reader): Promise<FoundText[]> {
  const rows = await reader.all({ text: PARTS, parameters: [] });
  const parts = rows.map(
    ([type, name, table, sql]): Part => ({
      type: asText(type),
      name: asText(name),
      table: asText(table),
      sql: asText(sql),
    }),
  );
  const triggers = new Map(parts.flatMap((part) => (part.type === 'trigger' ? [[part.name, part] as const] : [])));
  const tables = new Set(parts.flatMap(({ type, name }) => (type === 'table' ? [name] : [])));
  return parts.flatMap((part) => {
    const found = part.type === 'table' ? textIn(part, triggers) : null;
    return found ? [{ ...found, isBuilding: tables.has(remainderOf(found.name)) }] : [];
  });
}

/** The names in the triggers, because the engine updates those when a table or a column is renamed. */
const NAMES = /AFTER UPDATE OF "((?:[^"]|"")*)", "((?:[^"]|"")*)" ON/;

function textIn({ name, sql }: Part, triggers: ReadonlyMap<string, Part>): Omit<FoundText, 'isBuilding'> | null {
  const update = triggers.get(`${name}_update`);
  const [, key, column] = NAMES.exec(update?.sql ?? '') ?? [];
  if (!update || key === undefined || column === undefined || sql !== createText(name)) return null;
  const found = { name, table: update.table, key: unquoted(key), column: unquoted(column) };
  const wanted = triggersOf(name, found.table, found.key, found.column);
  return Array.from(wanted).every(([trigger, text]) => triggers.get(trigger)?.sql === text) ? found : null;
}

const unquoted = (name: string): string => name.replaceAll('""', '"');
