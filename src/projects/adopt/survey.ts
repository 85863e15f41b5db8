import { bind, NO_BINDING } from '../../dialects/bind.ts';
import type { Dialect, Reader } from '../../dialects/dialect.ts';
import { type Count, countRows, estimateRows } from '../../persistence/tally.ts';
import { columnNamed, selectFrom } from '../../query/sql/nodes.ts';
import type { ForeignKey, Table } from '../../schema/column.ts';
import { isSystemCollection, systemTables } from '../../schema/system/tables.ts';
import { yieldToEventLoop } from '../../shared/yield-to-event-loop.ts';
import { problemsOf } from './problems.ts';
import { pointsToKey } from './relations.ts';

/** A table, and why it cannot be served completely, if there is a reason. */
export interface FoundTable {
  readonly name: string;
  readonly rows: number;
  /**
   * Whether the rows were counted. The number is an estimate for large tables, and for the last ones of many tables.
   */
  readonly exact: boolean;
  readonly system: boolean;
  readonly problems: readonly string[];
}

/** The survey of a database before adoption. */
export interface Survey {
  /** The state of the system collections: complete, absent, or incomplete. */
  readonly system: 'complete' | 'none' | 'incomplete';
  /** Missing system tables and columns, as `table` or `table.column`. */
  readonly missing: readonly string[];
  readonly lastMigration: string | null;
  readonly tables: readonly FoundTable[];
  /** Foreign keys that could become relations. */
  readonly relations: readonly ForeignKey[];
}

/** The total time for counting rows. */
const COUNTING_MS = 5_000;

/** Surveys a database; changes nothing. */
export async function survey(reader: Reader, dialect: Dialect): Promise<Survey> {
  const tables = await dialect.introspect(reader);
  const missing = missingOf(tables);
  const system = systemOf(tables, missing);
  const related = system === 'complete' ? await relatedColumns(reader, dialect) : new Set<string>();
  const keys = (await dialect.foreignKeys(reader)).filter((key) => pointsToKey(key, tables));
  return {
    system,
    missing: system === 'incomplete' ? missing : [],
    lastMigration: system === 'none' ? null : await lastMigration(reader, dialect, tables),
    tables: await foundTables(reader, dialect, tables),
    relations: keys.filter(({ table, column }) => !related.has(`${table}.${column}`)),
  };
}

function missingOf(tables: readonly Table[]): string[] {
  const present = new Map(tables.map((table) => [table.name, new Set(table.columns.map(({ name }) => name))]));
  return systemTables.flatMap(({ name, columns }) => {
    const expected = present.get(name);
    if (!expected) return [name];
    return columns.flatMap((column) => (expected.has(column.name) ? [] : [`${name}.${column.name}`]));
  });
}

function systemOf(tables: readonly Table[], missing: readonly string[]): Survey['system'] {
  if (!tables.some(({ name }) => isSystemCollection(name))) return 'none';
  return missing.length === 0 ? 'complete' : 'incomplete';
}

async function foundTables(reader: Reader, dialect: Dialect, tables: readonly Table[]): Promise<FoundTable[]> {
  const found: FoundTable[] = [];
  const end = performance.now() + COUNTING_MS;
  for (const table of tables) {
    const isInTime = performance.now() < end;
    const rows = isInTime ? countRows(reader, dialect, table.name) : estimateRows(reader, table.name);
    found.push(foundTable(table, await rows));
    await yieldToEventLoop();
  }
  return found;
}

function foundTable(table: Table, { count, exact }: Count): FoundTable {
  const system = isSystemCollection(table.name);
  return { name: table.name, rows: count, exact, system, problems: system ? [] : problemsOf(table) };
}

async function relatedColumns(reader: Reader, dialect: Dialect): Promise<ReadonlySet<string>> {
  const columns = [columnNamed('collection_many', 'text'), columnNamed('field_many', 'text')];
  const select = selectFrom('directus_relations', columns);
  const rows = await reader.all(bind(dialect.printer.select(select), NO_BINDING));
  return new Set(rows.map(([table, field]) => `${table}.${field}`));
}

async function lastMigration(reader: Reader, dialect: Dialect, tables: readonly Table[]): Promise<string | null> {
  const migrations = tables.find(({ name }) => name === 'directus_migrations');
  const names = new Set(migrations?.columns.map(({ name }) => name));
  if (!names.has('version') || !names.has('migration_name')) return null;
  const columns = [columnNamed('version', 'bigint'), columnNamed('migration_name', 'text')];
  const order = [{ by: columnNamed('version', 'bigint'), descending: true, nulls: null, text: false }];
  const select = selectFrom('directus_migrations', columns, { order, limit: 1 });
  const [row] = await reader.all(bind(dialect.printer.select(select), NO_BINDING));
  return row ? `${row[0]} ${row[1]}` : null;
}
