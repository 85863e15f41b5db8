import { bind, NO_BINDING } from '../dialects/bind.ts';
import type { Connection, Database, Dialect, Statement } from '../dialects/dialect.ts';
import type { Caller } from '../permissions/caller.ts';
import { type ItemRule, toItemRule } from '../permissions/item-rule.ts';
import type { PermissionRow } from '../permissions/permission-row.ts';
import { Policies } from '../permissions/policies.ts';
import type { Policy } from '../permissions/policy.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Row } from '../query/shape/row.ts';
import { columnNamed, type Select, selectFrom } from '../query/sql/nodes.ts';
import { readerOf } from '../schema/codec.ts';
import type { CollectionRow } from '../schema/collection.ts';
import type { FieldRow } from '../schema/field.ts';
import { itemRules } from '../schema/internal/rules.ts';
import { buildSchema } from '../schema/registry.ts';
import type { RelationRow } from '../schema/relation-row.ts';
import { type RoleRules, toRoleRules } from '../schema/role-rules.ts';
import type { Schema } from '../schema/schema.ts';
import { type Settings, toSettings } from '../schema/settings.ts';
import type { Stored } from '../schema/stored.ts';
import { systemTables } from '../schema/system/tables.ts';
import { Webhooks } from '../schema/webhooks.ts';
import { mapInTurns } from '../shared/in-turns.ts';
import { Lru } from '../shared/lru.ts';
import type { CachedPlan, Catalog } from './catalog.ts';
import { TableRows } from './table-rows.ts';

const PLANS = 1000;
const CHUNK = 2_000;

/** Where rules are read from: a transaction, or a database. */
type Rules = Connection & Partial<Pick<Database, 'chunks'>>;

/**
 * Loads the catalogue of a project. Unchanged parts reuse the objects of the previous catalogue, so plans based on them
 * remain valid.
 */
export async function loadCatalog(
  connection: Connection,
  dialect: Dialect,
  version: number,
  former?: Catalog,
): Promise<Catalog> {
  return assemble(connection, dialect, await loadSchema(connection, dialect, version, former?.schema), former);
}

/** Reloads settings, roles, permissions and webhooks; the schema is unchanged. */
export async function reloadRules(database: Database, dialect: Dialect, former: Catalog): Promise<Catalog> {
  return assemble(database, dialect, former.schema, former);
}

async function assemble(connection: Rules, dialect: Dialect, schema: Schema, former?: Catalog): Promise<Catalog> {
  const settings = await loadSettings(connection, dialect);
  const roles = await loadRoles(connection, dialect);
  const internalTables = new Set(await dialect.internalTables(connection));
  const rules = internalTables.has(itemRules.name) ? await loadItemRules(connection, dialect) : [];
  const policies = await loadPolicies(connection, dialect, rules, former?.policies);
  const webhooks = new Webhooks(await readSystemTable(connection, dialect, 'directus_webhooks'));
  const plans = former?.plans ?? new Lru<string, CachedPlan>(PLANS);
  const policy = (caller: Caller): Policy => policies.for(caller);
  return { schema, settings, roles, policies, webhooks, internalTables, policy, plans };
}

async function loadSchema(
  connection: Connection,
  dialect: Dialect,
  version: number,
  former: Schema | undefined,
): Promise<Schema> {
  const tables = await dialect.introspect(connection);
  return buildSchema(
    {
      tables,
      collections: (await readSystemTable(connection, dialect, 'directus_collections')) as unknown as CollectionRow[],
      fields: (await readSystemTable(connection, dialect, 'directus_fields')) as unknown as FieldRow[],
      relations: (await readSystemTable(connection, dialect, 'directus_relations')) as unknown as RelationRow[],
    },
    version,
    former,
  );
}

async function loadSettings(connection: Rules, dialect: Dialect): Promise<Settings> {
  return toSettings(
    (await readSystemTable(connection, dialect, 'directus_settings')) as unknown as {
      key: string;
      value: string | null;
    }[],
  );
}

async function loadRoles(connection: Rules, dialect: Dialect): Promise<ReadonlyMap<number, RoleRules>> {
  return toRoleRules(await readSystemTable(connection, dialect, 'directus_roles'));
}

async function loadPolicies(
  connection: Rules,
  dialect: Dialect,
  rules: readonly ItemRule[],
  former: Policies | undefined,
): Promise<Policies> {
  const rows = (await readSystemTable(connection, dialect, 'directus_permissions')) as unknown as PermissionRow[];
  return new Policies(rows, rules, former);
}

async function loadItemRules(connection: Connection, dialect: Dialect): Promise<readonly ItemRule[]> {
  return (await new TableRows(dialect, itemRules).find(connection, [], 'id', null)).map(toItemRule);
}

/** How a system table is read: by its built-in definition, not by the one in the database. */
interface SystemRead {
  readonly select: Select;
  readonly readers: readonly { readonly name: string; readonly read: ((stored: Stored) => unknown) | undefined }[];
}

const systemReads = new Map<string, SystemRead>();

async function readSystemTable(from: Rules, dialect: Dialect, name: string): Promise<Item[]> {
  const { select, readers } = systemReads.get(name) ?? systemRead(name);
  const rows = await readRows(from, dialect, name, bind(dialect.printer.select(select), NO_BINDING));
  return mapInTurns(rows, (row) => {
    const item: Item = {};
    readers.forEach(({ name, read }, index) => {
      item[name] = decoded(read, row[index] ?? null);
    });
    return item;
  });
}

/** Reads many rows in chunks if the engine would read them all in the server's thread. */
async function readRows(from: Rules, dialect: Dialect, table: string, statement: Statement): Promise<Row[]> {
  const { chunks } = from;
  const isLarge = dialect.capabilities.embedded && Number(await from.rowsOf?.(table)) > CHUNK;
  if (!chunks || !isLarge) return from.all(statement);
  const rows: Row[] = [];
  for await (const chunk of chunks.call(from, statement, CHUNK)) rows.push(...chunk);
  return rows;
}

function systemRead(name: string): SystemRead {
  const table = systemTables.find((candidate) => candidate.name === name);
  const schema =
    table && buildSchema({ tables: [table], collections: [], fields: systemFieldRows(table.name), relations: [] }, 0);
  const fields = schema?.collections.get(name)?.fields.filter((field) => field.column) ?? [];
  const readers = fields.map((field) => ({ name: field.name, read: readerOf(field) }));
  const columns = fields.map(({ name: column, kind }) => columnNamed(column, kind ?? 'text'));
  const key = fields.find((field) => field.column?.primaryKey);
  const by = key && columnNamed(key.name, key.kind ?? 'text');
  const order = by ? [{ by, descending: false, nulls: null, text: false }] : [];
  const made = { select: selectFrom(name, columns, { order }), readers };
  systemReads.set(name, made);
  return made;
}

function decoded(read: ((stored: Stored) => unknown) | undefined, stored: Stored): unknown {
  return read ? read(stored) : stored;
}

function systemFieldRows(name: string): FieldRow[] {
  const table = systemTables.find((candidate) => candidate.name === name);
  return (table?.fields ?? []).map(
    (field) => ({ ...NO_FIELD, ...field, collection: name, locked: true }) as unknown as FieldRow,
  );
}

const NO_FIELD: Readonly<Record<string, unknown>> = {
  interface: null,
  options: null,
  validation: null,
  sort: null,
  width: null,
  group: null,
  note: null,
  translation: null,
};
