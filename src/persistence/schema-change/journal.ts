import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Connection, Dialect } from '../../dialects/dialect.ts';
import { JOURNAL } from '../../dialects/journal-table.ts';
import { columnNamed, selectFrom } from '../../query/sql/nodes.ts';
import type { TableStep } from '../../schema/table-step.ts';
import type { FormerRow } from '../undo-log.ts';

/** A schema change whose rows have been written and whose tables are being changed. */
export interface Entry {
  readonly steps: readonly TableStep[];
  readonly former: readonly FormerRow[];
}

/** Writes the journal entry, in the same transaction as the rows. */
export async function writeEntry(connection: Connection, dialect: Dialect, entry: Entry): Promise<void> {
  const text = dialect.printer.insert({ table: JOURNAL.table, columns: [JOURNAL.entry] }, null);
  await connection.run({ text, parameters: [encodeEntry(entry)] });
}

/** The unfinished change, if any. */
export async function readEntry(connection: Connection, dialect: Dialect): Promise<Entry | undefined> {
  const select = selectFrom(JOURNAL.table, [columnNamed(JOURNAL.entry, 'text')], { limit: 1 });
  const [row] = await connection.all(bind(dialect.printer.select(select), NO_BINDING));
  return row && decodeEntry(String(row[0]));
}

/** Deletes the entry of a finished change. */
export async function deleteEntry(connection: Connection, dialect: Dialect): Promise<void> {
  await connection.run(bind(dialect.printer.delete({ table: JOURNAL.table, where: null }), NO_BINDING));
}

/** An entry as text. */
export const encodeEntry = (entry: Entry): string => JSON.stringify(entry, written);

/** Parses the text of an entry. */
export const decodeEntry = (text: string): Entry => JSON.parse(text, read) as Entry;

/** Encodes values that JSON lacks. Buffers arrive here already converted to objects. */
function written(this: unknown, name: string, value: unknown): unknown {
  const original = (this as Record<string, unknown>)[name];
  if (original instanceof Uint8Array) return { base64: Buffer.from(original).toString('base64') };
  return typeof value === 'bigint' ? String(value) : value;
}

function read(_name: string, value: unknown): unknown {
  const isBinary = typeof value === 'object' && value !== null && Object.keys(value).join() === 'base64';
  return isBinary ? Buffer.from((value as { base64: string }).base64, 'base64') : value;
}
