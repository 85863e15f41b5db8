import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import { JOURNAL } from '../dialects/journal-table.ts';
import { runStatements } from '../dialects/run-statements.ts';
import { deleteEntry } from '../persistence/schema-change/journal.ts';
import type { Table } from '../schema/column.ts';
import { KEPT_PREFIX } from '../schema/internal/internal-table.ts';
import { internalTables } from '../schema/internal/tables.ts';
import type { Stored } from '../schema/stored.ts';
import { seededPresets } from '../schema/system/seed/presets.ts';
import { seededRelations } from '../schema/system/seed/relations.ts';
import { seededSettings } from '../schema/system/seed/settings.ts';
import { FIELD_DEFAULTS } from '../schema/system/system-table.ts';
import { systemTables } from '../schema/system/tables.ts';
import { recordClean } from '../services/revisions/clean.ts';
import { MARKS } from './unfinished/mark.ts';

/** The first user of a project. */
interface FirstUser {
  readonly email: string;
  readonly passwordHash: string;
  readonly token: string | null;
  readonly timezone: string;
  readonly locale: string;
}

export interface Installation {
  readonly projectName: string;
  readonly appUrl: string;
  readonly strict: boolean;
  readonly user: FirstUser;
}

type SystemRow = Readonly<Record<string, unknown>>;

/** Rows per statement. */
const ROWS = 100;

/** Creates the system tables with the rows of a fresh project, inside a transaction. (Contract, S-120 to S-124.) */
export async function install(connection: Connection, dialect: Dialect, installation: Installation): Promise<void> {
  // An unfinished change belongs to the database's previous tables.
  if ((await dialect.internalTables(connection)).includes(JOURNAL.table)) await deleteEntry(connection, dialect);
  for (const table of systemTables) await runStatements(connection, dialect.ddl.create(table));
  const insert = (table: string, rows: readonly SystemRow[]): Promise<void> =>
    insertSystemRows(connection, dialect, table, rows);
  await insert('directus_fields', systemFields());
  await insert('directus_relations', seededRelations);
  await insert('directus_collection_presets', seededPresets);
  await insert('directus_roles', [
    { id: 1, name: 'Administrator', description: 'May do everything' },
    { id: 2, name: 'Public', description: 'Callers without a token' },
  ]);
  await insert('directus_settings', settings(installation));
  await insert('directus_users', [firstUser(installation.user)]);
  await recordClean(connection, dialect);
}

function systemFields(): SystemRow[] {
  return systemTables.flatMap(({ name, fields }) =>
    fields.map((field) => ({ ...FIELD_DEFAULTS, ...field, collection: name })),
  );
}

function settings({ projectName, appUrl, strict }: Installation): SystemRow[] {
  const own = [['project_name', projectName], ['app_url', appUrl], ...(strict ? [['octavo_strict', '1']] : [])];
  return [...seededSettings, ...own].map(([key, value], index) => ({ id: index + 1, key, value }));
}

function firstUser({ email, passwordHash, token, timezone, locale }: FirstUser): SystemRow {
  return {
    id: 1,
    status: 'active',
    role: 1,
    first_name: 'Admin',
    last_name: 'User',
    email,
    password: passwordHash,
    token,
    timezone,
    locale,
  };
}

/** Drops the given system tables, and the internal tables that belong to them. */
export async function dropSystemTables(
  connection: Connection,
  dialect: Dialect,
  present: readonly Table[],
): Promise<void> {
  const system = new Set(systemTables.map(({ name }) => name));
  for (const { name, indexes } of present)
    if (system.has(name)) await runStatements(connection, dialect.ddl.drop(name, indexes));
  const own = new Set([...internalTables, MARKS].map(({ name }) => name));
  for (const name of await dialect.internalTables(connection))
    if (own.has(name) || name.startsWith(KEPT_PREFIX)) await runStatements(connection, dialect.ddl.drop(name));
}

/** Drops all system tables of a database, and the internal tables that belong to them. */
export async function removeInstallation(database: Database, dialect: Dialect): Promise<void> {
  const present = await dialect.introspect(database);
  await database.transaction((connection) => dropSystemTables(connection, dialect, present));
}

/** The auto-increment columns of the system tables. */
const counters = new Map(
  systemTables.map(({ name, columns }) => [name, columns.find((column) => column.autoIncrement)?.name]),
);

/** Inserts rows into a system table; lists and objects are stored as JSON. */
export async function insertSystemRows(
  connection: Connection,
  dialect: Dialect,
  table: string,
  rows: readonly SystemRow[],
): Promise<void> {
  for (const batch of batches(rows)) {
    const columns = Object.keys(batch[0] ?? {});
    const given = counters.get(table);
    const insert = {
      table,
      columns,
      rows: batch.length,
      ...(given !== undefined && columns.includes(given) && { given }),
    };
    const parameters = batch.flatMap((row) => columns.map((column) => stored(row[column])));
    await connection.run({ text: dialect.printer.insert(insert, null), parameters });
  }
}

/** Runs of consecutive rows with the same columns. */
function batches(rows: readonly SystemRow[]): SystemRow[][] {
  const found: SystemRow[][] = [];
  for (const row of rows) {
    const last = found.at(-1);
    if (last && last.length < ROWS && columnsOf(last[0]) === columnsOf(row)) last.push(row);
    else found.push([row]);
  }
  return found;
}

const columnsOf = (row: SystemRow | undefined): string =>
  Object.keys(row ?? {})
    .sort()
    .join();

const stored = (value: unknown): Stored =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Stored);
