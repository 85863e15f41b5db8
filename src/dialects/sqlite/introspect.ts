import { type Column, parseDeclaration, type Table } from '../../schema/column.ts';
import { isOwnTable } from '../../schema/own/own-table.ts';
import type { Reader } from '../dialect.ts';
import { readDeclaredType } from './types.ts';

const TABLES = `SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY rowid`;
const COLUMNS = `SELECT m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk
  FROM sqlite_master m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table' AND c.hidden <> 1 ORDER BY m.rowid, c.cid`;
const INDEXES = `SELECT m.name, i.name, c.name
  FROM sqlite_master m JOIN pragma_index_list(m.name) i JOIN pragma_index_info(i.name) c
  WHERE m.type = 'table' AND i."unique" = 1 AND i.origin <> 'pk' AND i.partial = 0 ORDER BY m.rowid, i.name, c.seqno`;

/** Reads every table of the database, in the order of their creation: three statements, however many there are. */
export async function introspect(connection: Reader): Promise<Table[]> {
  const [tables, columns, indexes] = [
    await connection.all({ text: TABLES, parameters: [] }),
    await connection.all({ text: COLUMNS, parameters: [] }),
    await connection.all({ text: INDEXES, parameters: [] }),
  ];
  const columnsOf = group(columns);
  const uniques = group(indexes);
  return tables
    .filter(([name]) => !isOwnTable(String(name)))
    .map(([name, sql]) =>
      toTable(String(name), String(sql), columnsOf.get(String(name)) ?? [], uniques.get(String(name)) ?? []),
    );
}

/** The names of Octavo's own tables that are there. */
export async function ownTables(reader: Reader): Promise<string[]> {
  const tables = await reader.all({ text: TABLES, parameters: [] });
  return tables.map(([name]) => String(name)).filter(isOwnTable);
}

type Values = readonly unknown[];

function group(rows: readonly Values[]): Map<string, Values[]> {
  const groups = new Map<string, Values[]>();
  for (const row of rows) {
    const name = String(row[0]);
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  return groups;
}

function toTable(name: string, sql: string, columns: readonly Values[], indexes: readonly Values[]): Table {
  const uniques = new Map<string, string[]>();
  for (const [, index, column] of indexes)
    uniques.set(String(index), [...(uniques.get(String(index)) ?? []), String(column)]);
  const single = new Set([...uniques.values()].filter((names) => names.length === 1).map(([column]) => column));
  const keys = columns.filter(([, , , , , key]) => Number(key) > 0).length;
  const counting = /\bAUTOINCREMENT\b/i.test(sql) ? sql : null;
  return {
    name,
    columns: columns.map((row) => toColumn(row, single, keys === 1, counting)),
    uniqueTogether: [...uniques.values()].filter((names) => names.length > 1),
  };
}

function toColumn(
  [, rawName, rawType, notNull, fallback, key]: Values,
  unique: ReadonlySet<string | undefined>,
  single: boolean,
  counting: string | null,
): Column {
  const name = String(rawName);
  const primaryKey = Number(key) > 0;
  const rowid = primaryKey && single && /^integer$/i.test(String(rawType));
  const declared = rowid ? declaredKey(counting) : null;
  return {
    name,
    ...(declared ?? readDeclaredType(String(rawType))),
    nullable: !primaryKey && Number(notNull) === 0,
    default: fallback === null || fallback === undefined ? null : defaultText(String(fallback)),
    primaryKey,
    autoIncrement: rowid,
    unique: unique.has(name),
    comment: '',
  };
}

/** What a counting key was declared as; its constraint bears the declaration as its name. */
function declaredKey(sql: string | null): Pick<Column, 'datatype' | 'arguments' | 'signed'> {
  const declared = /CONSTRAINT "declared ([^"]*)" PRIMARY KEY/.exec(sql ?? '')?.[1];
  return parseDeclaration(declared ?? 'INTEGER');
}

function defaultText(expression: string): string | null {
  if (/^null$/i.test(expression)) return null;
  const quoted = /^'((?:[^']|'')*)'$/.exec(expression)?.[1];
  return quoted === undefined ? expression : quoted.replaceAll("''", "'");
}
