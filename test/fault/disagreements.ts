import { bind, NO_BINDING } from '../../src/dialects/bind.ts';
import type { Database, Dialect } from '../../src/dialects/dialect.ts';
import { JOURNAL } from '../../src/dialects/journal-table.ts';
import type { Table } from '../../src/schema/column.ts';
import { fieldTypeOf } from '../../src/schema/field-types/all.ts';

type Texts = readonly string[];

const SETTLE_MS = 10_000;

/**
 * Where the tables of a database and the rows that describe them disagree permanently. A server removes kept values in
 * the background, and its journal has an entry meanwhile.
 */
export async function disagreements(database: Database, dialect: Dialect): Promise<string[]> {
  const end = Date.now() + SETTLE_MS;
  for (;;) {
    const found = await disagreementsNow(database, dialect);
    if (found.length === 0 || Date.now() > end) return found;
    await new Promise((done) => setTimeout(done, 50));
  }
}

async function disagreementsNow(database: Database, dialect: Dialect): Promise<string[]> {
  const rows = (table: string, columns: Texts): Promise<Texts[]> => readRows(database, dialect, table, columns);
  const tables = (await dialect.introspect(database)).filter(({ name }) => !name.startsWith('directus_'));
  const collections = await rows('directus_collections', ['collection']);
  const fields = (await rows('directus_fields', ['collection', 'field', 'type', 'note'])).filter(isForeign);
  const relations = (await rows('directus_relations', ['collection_many', 'field_many'])).filter(isForeign);
  const permissions = (await rows('directus_permissions', ['collection'])).filter(isForeign);
  const journal = (await dialect.internalTables(database)).includes(JOURNAL.table)
    ? await rows(JOURNAL.table, [JOURNAL.entry])
    : [];
  return [
    ...tablesAgainst(tables, collections),
    ...columnsAgainst(tables, fields),
    ...relationsAgainst(relations, fields),
    ...permissions.flatMap(([name = '']) => (has(tables, name) ? [] : [`permission of ${name}, which is no table`])),
    ...journal.map(([entry]) => `left in the journal: ${entry}`),
  ];
}

const isForeign = ([collection = '']: Texts): boolean => !collection.startsWith('directus_');
const has = (tables: readonly Table[], name: string): boolean => tables.some((table) => table.name === name);

async function readRows(database: Database, dialect: Dialect, table: string, names: Texts): Promise<Texts[]> {
  const columns = names.map((name) => ({ type: 'column', alias: 't0', name, kind: 'text' }) as const);
  const parts = { where: null, order: [], limit: null, offset: null, group: [] };
  const printed = dialect.printer.select({ table, alias: 't0', columns, ...parts });
  return (await database.all(bind(printed, NO_BINDING))).map((row) => row.map((cell) => String(cell ?? '')));
}

function tablesAgainst(tables: readonly Table[], collections: readonly Texts[]): string[] {
  const described = new Set(collections.map(([name]) => name));
  return [
    ...tables.flatMap(({ name }) => (described.has(name) ? [] : [`table ${name} is no collection`])),
    ...collections.flatMap(([name = '']) => (has(tables, name) ? [] : [`collection ${name} is no table`])),
  ];
}

function columnsAgainst(tables: readonly Table[], fields: readonly Texts[]): string[] {
  const columns = new Map(
    tables.flatMap((table) => table.columns.map((column) => [`${table.name}.${column.name}`, column])),
  );
  const described = new Set(fields.map(([collection, field]) => `${collection}.${field}`));
  const wrong = fields.flatMap(([collection = '', field, type = '', note = '']) => {
    const name = `${collection}.${field}`;
    if (fieldTypeOf(type)?.column === false) return has(tables, collection) ? [] : [`field ${name} of no table`];
    const column = columns.get(name);
    if (!column) return [`field ${name} is no column`];
    return note !== '' && note !== column.arguments ? [`field ${name}: ${note} against ${column.arguments}`] : [];
  });
  return [
    ...wrong,
    ...[...columns.keys()].flatMap((name) => (described.has(name) ? [] : [`column ${name} is no field`])),
  ];
}

/** A relation may refer to a collection that is gone: the contract keeps it. Its own side is removed with its table. */
function relationsAgainst(relations: readonly Texts[], fields: readonly Texts[]): string[] {
  const described = new Set(fields.map(([collection, field]) => `${collection}.${field}`));
  return relations.flatMap(([many, field]) =>
    described.has(`${many}.${field}`) ? [] : [`relation of ${many}.${field}, which is no field`],
  );
}
