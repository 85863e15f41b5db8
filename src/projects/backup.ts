import { closeSync, fsyncSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseAddress, Dialect, Snapshot } from '../dialects/dialect.ts';
import { selectAll } from '../persistence/select-all.ts';
import type { Table } from '../schema/column.ts';
import { isSystemCollection } from '../schema/system/tables.ts';

const BATCH = 500;

/** Writes the rows of all system tables to a file, one JSON object per line; leaves no partial file. */
export async function backUpSystemTables(dialect: Dialect, address: DatabaseAddress, file: string): Promise<void> {
  const snapshot = await dialect.openSnapshot(address);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const handle = openSync(file, 'wx', 0o600);
  try {
    const tables = await dialect.introspect(snapshot);
    for (const table of tables.filter(({ name }) => isSystemCollection(name)))
      await writeRows(handle, snapshot, dialect, table);
    fsyncSync(handle);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(handle);
    await snapshot.close();
  }
}

async function writeRows(handle: number, snapshot: Snapshot, dialect: Dialect, table: Table): Promise<void> {
  const names = table.columns.map(({ name }) => name);
  for await (const rows of snapshot.batches(selectAll(dialect, table), BATCH)) {
    const lines = rows.map((values) => {
      const row = Object.fromEntries(names.map((name, index) => [name, values[index]]));
      return `${JSON.stringify({ table: table.name, row }, toText)}\n`;
    });
    writeSync(handle, lines.join(''));
  }
}

const toText = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
