import type { Row } from '../../query/shape/row.ts';
import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { isInternalTable } from '../../schema/internal/internal-table.ts';
import { formNamed } from '../../schema/table-index.ts';
import { groupBy } from '../../shared/group-by.ts';
import type { Reader } from '../dialect.ts';
import { expressionDefault } from '../expression-default.ts';
import { comparisonOf, fractionOf, readDeclared } from './types.ts';

/** Tables of the schema `public` that are not partitions. */
const TABLE = `c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition`;
const TABLES = `SELECT c.relname FROM pg_catalog.pg_class c WHERE ${TABLE} ORDER BY c.oid`;
const COLUMNS = `SELECT c.relname, a.attname, format_type(a.atttypid, a.atttypmod),
    (SELECT string_agg(quote_literal(e.enumlabel), ',' ORDER BY e.enumsortorder) FROM pg_catalog.pg_enum e WHERE e.enumtypid = a.atttypid),
    a.attnotnull::int, CASE WHEN a.attgenerated = '' THEN pg_get_expr(d.adbin, d.adrelid) END, (a.attidentity <> '')::int,
    (SELECT count(*) FROM pg_catalog.pg_index i WHERE i.indrelid = c.oid AND i.indisprimary AND a.attnum = ANY(i.indkey)),
    COALESCE(col_description(c.oid, a.attnum), ''), t.typcategory, (a.attgenerated <> '')::int
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid
  JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
  LEFT JOIN pg_catalog.pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE ${TABLE} AND a.attnum > 0 AND NOT a.attisdropped ORDER BY c.oid, a.attnum`;
const INDEXES = `SELECT c.relname, i.indexrelid, a.attname, i.indisunique::int, n.relname
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indrelid = c.oid
  JOIN pg_catalog.pg_class n ON n.oid = i.indexrelid
  JOIN pg_catalog.pg_am m ON m.oid = n.relam AND m.amname = 'btree'
  CROSS JOIN LATERAL unnest(i.indkey) WITH ORDINALITY k(number, place)
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
  WHERE ${TABLE} AND NOT i.indisprimary AND i.indpred IS NULL AND i.indexprs IS NULL AND k.place <= i.indnkeyatts
  ORDER BY c.oid, i.indexrelid, k.place`;
/** Octavo's indexes over expressions, by the columns that they depend on. */
const EXPRESSIONS = `SELECT DISTINCT c.relname, i.indexrelid, a.attname, 0, n.relname
  FROM pg_catalog.pg_class c JOIN pg_catalog.pg_index i ON i.indrelid = c.oid
  JOIN pg_catalog.pg_class n ON n.oid = i.indexrelid
  JOIN pg_catalog.pg_depend d ON d.classid = 'pg_catalog.pg_class'::regclass AND d.objid = i.indexrelid AND d.refobjid = c.oid
  JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
  WHERE ${TABLE} AND i.indexprs IS NOT NULL AND n.relname LIKE 'octavo\\_%'`;

/** Reads all tables in order of creation with four statements. */
export async function introspect(connection: Reader): Promise<Table[]> {
  const [tables, columns, indexes, expressions] = [
    await connection.all({ text: TABLES, parameters: [] }),
    await connection.all({ text: COLUMNS, parameters: [] }),
    await connection.all({ text: INDEXES, parameters: [] }),
    await connection.all({ text: EXPRESSIONS, parameters: [] }),
  ];
  const columnsOf = groupBy(columns, tableOf);
  const indexesOf = groupBy([...indexes, ...expressions], tableOf);
  return tables
    .filter(([table]) => !isInternalTable(String(table)))
    .map(([relname]) => {
      const name = String(relname);
      return toTable(name, columnsOf.get(name) ?? [], indexesOf.get(name) ?? []);
    });
}

/** The names of the internal tables that exist. */
export async function internalTables(reader: Reader): Promise<string[]> {
  const tables = await reader.all({ text: TABLES, parameters: [] });
  return tables.map(([name]) => String(name)).filter(isInternalTable);
}

const tableOf = ([table]: Row): string => String(table);

function toTable(name: string, columns: readonly Row[], indexes: readonly Row[]): Table {
  const isUnique = ([, , , unique]: Row): boolean => Number(unique) === 1;
  const uniques = groupBy(indexes.filter(isUnique), ([, index]) => String(index));
  const others = groupBy(
    indexes.filter((row) => !isUnique(row)),
    ([, , , , index]) => String(index),
  );
  const sets = [...uniques.values()].map(columnsIn);
  const unique = new Set(sets.flatMap((names) => (names.length === 1 ? names : [])));
  return {
    name,
    columns: columns.map((row) => toColumn(row, unique)),
    uniqueTogether: sets.filter((names) => names.length > 1),
    indexes: [...others].map(([index, parts]) => toIndex(index, columnsIn(parts))),
  };
}

function toIndex(name: string, columns: readonly string[]): TableIndex {
  const form = formNamed(name);
  return { name, columns, plain: !form, ...(form && { form }) };
}

const columnsIn = (rows: readonly Row[]): string[] => rows.map(([, , column]) => String(column));

function toColumn(
  [, rawName, type, labels, required, expression, identity, key, comment, category, generated]: Row,
  unique: ReadonlySet<string>,
): Column {
  const name = String(rawName);
  const fallback = expression === null || expression === undefined ? null : String(expression);
  const autoIncrement = Number(identity) === 1 || /^nextval\(/.test(fallback ?? '');
  const enumerated = labels === null || labels === undefined ? null : String(labels);
  const declared = readDeclared(String(type), enumerated, String(comment), autoIncrement);
  return {
    name,
    ...declared,
    ...fractionOf(String(type)),
    ...comparisonOf(declared.datatype, String(type), String(category)),
    ...(declared.datatype === 'CITEXT' && { loose: true as const }),
    nullable: Number(required) === 0,
    ...(fallback === null || autoIncrement ? { default: null } : defaultOf(fallback, declared)),
    ...(Number(generated) === 1 && { generated: true as const }),
    primaryKey: Number(key) > 0,
    autoIncrement,
    unique: unique.has(name),
  };
}

/** `'draft'::character varying` → draft; an expression stays as it is. */
function defaultOf(
  expression: string,
  declared: Pick<Column, 'datatype'>,
): Pick<Column, 'default' | 'computedDefault'> {
  if (/^NULL(::|$)/i.test(expression)) return { default: null };
  const quoted = /^'((?:[^']|'')*)'(?:::[\w\s"(),.]+)?$/.exec(expression)?.[1];
  return quoted === undefined ? expressionDefault(expression, declared) : { default: quoted.replaceAll("''", "'") };
}
