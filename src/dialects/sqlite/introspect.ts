import { type Column, parseDeclaration, type Table, type TableIndex } from '../../schema/column.ts';
import { isInternalTable } from '../../schema/internal/internal-table.ts';
import { formNamed } from '../../schema/table-index.ts';
import { groupBy } from '../../shared/group-by.ts';
import { messageOf } from '../../shared/message-of.ts';
import { asNumber, asText } from '../../shared/text.ts';
import type { Reader } from '../dialect.ts';
import { expressionDefault } from '../expression-default.ts';
import { readIndexes } from './indexes.ts';
import { type ColumnText, readTableText } from './table-text.ts';
import { countedKey } from './text-index.ts';
import { type FoundText, readTextIndexes } from './text-indexes.ts';
import { declaredType, readDeclaredType } from './types.ts';
import { UNUSUAL_PREFIX } from './unusual-values.ts';

const TABLES = `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`;
/** The tables in which virtual tables, such as those for searches, keep their content. */
const SHADOWS = `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'shadow'`;
/** A collation of some column; the engine does not tell of which. */
const LOOSE = /\bCOLLATE\s+["'`[]?(NOCASE|RTRIM)\b/i;
const UNKNOWN_MODULE = /no such module|tokenizer|vtable constructor failed/;
const VIRTUAL = `SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage = 0`;
const COLUMNS = `SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk, c.hidden IN (2, 3)
  FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden <> 1`;
const COLUMNS_OF_TABLES = `${COLUMNS} AND m.rootpage <> 0 ORDER BY m.rowid, c.cid`;
const COLUMNS_OF_ONE = `${COLUMNS} AND m.name = ? ORDER BY c.cid`;
const INDEXES = `SELECT m.name, i.name, c.name, i."unique", i.partial, s.sql, i.origin
  FROM sqlite_master m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) c
  LEFT JOIN sqlite_master s ON s.type = 'index' AND s.name = i.name
  WHERE m.type = 'table' ORDER BY m.rowid, i.name, c.seqno`;
const TRIGGERS = `SELECT tbl_name, sql FROM sqlite_master WHERE type = 'trigger' AND sql IS NOT NULL AND name NOT LIKE 'octavo!_%' ESCAPE '!'
  ORDER BY rowid`;

/** Reads all tables in order of creation with seven statements, and one for each virtual table. */
export async function introspect(connection: Reader): Promise<Table[]> {
  const [tables, shadows, columns, indexes, texts, triggers] = [
    await connection.all({ text: TABLES, parameters: [] }),
    await connection.all({ text: SHADOWS, parameters: [] }),
    [...(await connection.all({ text: COLUMNS_OF_TABLES, parameters: [] })), ...(await virtualColumns(connection))],
    await connection.all({ text: INDEXES, parameters: [] }),
    await readTextIndexes(connection),
    await connection.all({ text: TRIGGERS, parameters: [] }),
  ];
  const columnsOf = groupBy(columns, tableOf);
  const indexesOf = groupBy(indexes, tableOf);
  const triggersOf = groupBy(triggers, tableOf);
  const hidden = new Set(shadows.map(tableOf));
  return tables
    .filter(([table]) => !isInternalTable(String(table)) && !hidden.has(String(table)) && columnsOf.has(String(table)))
    .map(([name, sql]) =>
      toTable(String(name), String(sql), columnsOf.get(String(name)) ?? [], indexesOf.get(String(name)) ?? []),
    )
    .map((table) => withTriggers(table, triggersOf.get(table.name) ?? []))
    .map((table) => withTexts(table, texts));
}

function withTriggers(table: Table, rows: readonly Values[]): Table {
  if (rows.length === 0) return table;
  const { constraints = [], options = '' } = table.native ?? {};
  return { ...table, native: { constraints, options, triggers: rows.map(([, sql]) => asText(sql)) } };
}

/** The columns of virtual tables, except those that other programs can read only, with modules of their own. */
async function virtualColumns(connection: Reader): Promise<Values[]> {
  const columns: Values[] = [];
  for (const [table] of await connection.all({ text: VIRTUAL, parameters: [] })) {
    if (isInternalTable(asText(table))) continue;
    try {
      columns.push(...(await connection.all({ text: COLUMNS_OF_ONE, parameters: [asText(table)] })));
    } catch (error) {
      if (!UNKNOWN_MODULE.test(messageOf(error))) throw error;
    }
  }
  return columns;
}

/** Adds a table's text indexes, except those whose key or column another program has changed. */
function withTexts(table: Table, texts: readonly FoundText[]): Table {
  const key = countedKey(table);
  const own = texts.filter((each) => each.table === table.name && each.key === key && hasColumn(table, each.column));
  const indexes = own.map(toText);
  return indexes.length === 0 ? table : { ...table, indexes: [...(table.indexes ?? []), ...indexes] };
}

const toText = ({ name, column, isBuilding }: FoundText): TableIndex => ({
  name,
  columns: [column],
  plain: false,
  form: 'text',
  ...(isBuilding && { building: true }),
});

const hasColumn = ({ columns }: Table, name: string): boolean => columns.some((column) => column.name === name);

/** The names of the internal tables that exist. */
export async function internalTables(reader: Reader): Promise<string[]> {
  const tables = await reader.all({ text: TABLES, parameters: [] });
  return tables.map(([name]) => String(name)).filter((name) => isInternalTable(name) && formNamed(name) === undefined);
}

type Values = readonly unknown[];

const tableOf = ([table]: Values): string => asText(table);

const isOfUnusual = (index: string): boolean => index.startsWith(UNUSUAL_PREFIX);

function toTable(name: string, sql: string, columns: readonly Values[], indexed: readonly Values[]): Table {
  const names = columns.map(([, column]) => asText(column));
  const rows = indexed.filter(([, index, , , , , origin]) => origin !== 'pk' && !isOfUnusual(asText(index)));
  const { uniques, uniqueNames, others } = readIndexes(name, rows, names);
  const single = new Set(uniques.filter((unique) => unique.length === 1).map(([column]) => column));
  const keys = columns.filter(([, , , , , key]) => asNumber(key) > 0).length;
  // A key with an index of its own is not the rowid, and only rowids are auto-incremented.
  const isOfRows = !indexed.some(([, , , , , , origin]) => origin === 'pk');
  const counting = /\bAUTOINCREMENT\b/i.test(sql) ? sql : null;
  const loose = LOOSE.test(sql) && { loose: true as const };
  const text = readTableText(sql);
  const isOwn = text.constraints.length === 0 && text.options === '';
  return {
    name,
    columns: columns
      .map((row) => ({ ...toColumn(row, single, keys === 1 && isOfRows, counting), ...loose }))
      .map((column) => withText(column, text.columns.get(column.name))),
    uniqueTogether: uniques.filter((unique) => unique.length > 1),
    ...(uniqueNames && { uniqueNames }),
    indexes: others,
    ...(!isOwn && { native: { constraints: text.constraints, options: text.options, triggers: [] } }),
  };
}

/** A column with the additional clauses that its table's statement declares for it. Octavo's own columns have none. */
function withText(column: Column, text: ColumnText | undefined): Column {
  if (!text) return column;
  const { type, generated, clauses } = text;
  const native = {
    ...(!column.autoIncrement && type !== declaredType(column) && { type }),
    ...(generated !== null && { generated }),
    ...(clauses !== '' && { clauses }),
  };
  return Object.keys(native).length > 0 ? { ...column, native } : column;
}

function toColumn(
  [, rawName, rawType, notNull, fallback, key, generated]: Values,
  unique: ReadonlySet<string | undefined>,
  single: boolean,
  counting: string | null,
): Column {
  const name = asText(rawName);
  const primaryKey = asNumber(key) > 0;
  const rowid = primaryKey && single && /^integer$/i.test(asText(rawType));
  const declared = rowid ? declaredKey(counting) : readDeclaredType(asText(rawType));
  return {
    name,
    ...declared,
    nullable: !primaryKey && asNumber(notNull) === 0,
    ...(fallback === null || fallback === undefined ? { default: null } : defaultOf(asText(fallback), declared)),
    ...(asNumber(generated) === 1 && { generated: true as const }),
    primaryKey,
    autoIncrement: rowid,
    unique: unique.has(name),
    comment: '',
  };
}

/** The contract type of an auto-increment key, stored as the name of its constraint. */
function declaredKey(sql: string | null): Pick<Column, 'datatype' | 'arguments' | 'signed'> {
  const declared = /CONSTRAINT "declared ([^"]*)" PRIMARY KEY/.exec(sql ?? '')?.[1];
  return parseDeclaration(declared ?? 'INTEGER');
}

function defaultOf(
  expression: string,
  declared: Pick<Column, 'datatype'>,
): Pick<Column, 'default' | 'computedDefault'> {
  if (/^null$/i.test(expression)) return { default: null };
  const quoted = /^'((?:[^']|'')*)'$/.exec(expression)?.[1];
  if (quoted !== undefined) return { default: quoted.replaceAll("''", "'") };
  // A default cannot refer to a column, so the engine reads a quoted name as a text.
  const named = /^"((?:[^"]|"")*)"$/.exec(expression)?.[1];
  return named === undefined ? expressionDefault(expression, declared) : { default: named.replaceAll('""', '"') };
}
