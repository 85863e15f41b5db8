import type { Connection, Dialect } from '../dialects/dialect.ts';
import { JOURNAL } from '../dialects/journal-table.ts';
import { runStatements } from '../persistence/run-statements.ts';
import { deleteEntry } from '../persistence/schema-change/journal.ts';
import type { Table } from '../schema/column.ts';
import type { Stored } from '../schema/field-type.ts';
import { internalTables } from '../schema/internal/tables.ts';
import { seededPresets } from '../schema/system/seed/presets.ts';
import { seededRelations } from '../schema/system/seed/relations.ts';
import { seededSettings } from '../schema/system/seed/settings.ts';
import { FIELD_DEFAULTS } from '../schema/system/system-table.ts';
import { systemTables } from '../schema/system/tables.ts';

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

/** Creates the system tables with the rows of a fresh project, inside a transaction. (Contract, S-120 to S-124.) */
export async function install(connection: Connection, dialect: Dialect, installation: Installation): Promise<void> {
  // An unfinished change belongs to the previous content of the database.
  if ((await dialect.internalTables(connection)).includes(JOURNAL.table)) await deleteEntry(connection, dialect);
  for (const table of systemTables) await runStatements(connection, dialect.ddl.create(table));
  const insert = (table: string, row: Readonly<Record<string, unknown>>): Promise<void> =>
    insertSystemRow(connection, dialect, table, row);
  for (const table of systemTables) {
    for (const field of table.fields)
      await insert('directus_fields', { ...FIELD_DEFAULTS, ...field, collection: table.name });
  }
  for (const relation of seededRelations) await insert('directus_relations', relation);
  for (const preset of seededPresets) await insert('directus_collection_presets', preset);
  await insert('directus_roles', { id: 1, name: 'Administrator', description: 'May do everything' });
  await insert('directus_roles', { id: 2, name: 'Public', description: 'Callers without a token' });
  for (const [index, [key, value]] of [
    ...seededSettings,
    ['project_name', installation.projectName] as const,
    ['app_url', installation.appUrl] as const,
    ...(installation.strict ? [['octavo_strict', '1'] as const] : []),
  ].entries()) {
    await insert('directus_settings', { id: index + 1, key, value });
  }
  await insert('directus_users', firstUser(installation.user));
}

function firstUser({ email, passwordHash, token, timezone, locale }: FirstUser): Record<string, unknown> {
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
  for (const { name } of present) if (system.has(name)) await runStatements(connection, dialect.ddl.drop(name));
  const own = new Set(internalTables.map(({ name }) => name));
  for (const name of await dialect.internalTables(connection))
    if (own.has(name)) await runStatements(connection, dialect.ddl.drop(name));
}

/** The auto-increment columns of the system tables. */
const counters = new Map(
  systemTables.map(({ name, columns }) => [name, columns.find((column) => column.autoIncrement)?.name]),
);

/** Inserts a row into a system table; lists and objects are stored as JSON. */
export async function insertSystemRow(
  connection: Connection,
  dialect: Dialect,
  table: string,
  row: Readonly<Record<string, unknown>>,
): Promise<void> {
  const columns = Object.keys(row);
  const given = counters.get(table);
  const parameters = Object.values(row).map(
    (value): Stored => (typeof value === 'object' && value !== null ? JSON.stringify(value) : (value as Stored)),
  );
  await connection.run({
    text: dialect.printer.insert(
      { table, columns, ...(given !== undefined && columns.includes(given) && { given }) },
      null,
    ),
    parameters,
  });
}
