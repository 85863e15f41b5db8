import type { Row } from '../../query/shape/row.ts';
import type { Column, Table } from '../../schema/column.ts';
import { isInternalTable } from '../../schema/internal/internal-table.ts';
import { groupBy } from '../../shared/group-by.ts';
import { asText } from '../../shared/text.ts';
import type { Reader } from '../dialect.ts';
import { foreignCollation } from './collation.ts';
import { type Default, type ReportedDefault, readDefaults } from './defaults.ts';
import { readType } from './types.ts';

const TABLES = `SELECT TABLE_NAME, TABLE_COLLATION, VERSION() FROM information_schema.TABLES
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE' ORDER BY TABLE_NAME`;
const COLUMNS = `SELECT TABLE_NAME, COLUMN_NAME, DATA_TYPE, CAST(COLUMN_TYPE AS CHAR), CAST(CHARACTER_MAXIMUM_LENGTH AS CHAR),
  IS_NULLABLE, CAST(COLUMN_DEFAULT AS CHAR), EXTRA, COLUMN_COMMENT, COLLATION_NAME, CAST(GENERATION_EXPRESSION AS CHAR)
  FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`;
const KEYS = `SELECT TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART, NON_UNIQUE FROM information_schema.STATISTICS
  WHERE TABLE_SCHEMA = DATABASE() AND INDEX_TYPE IN ('BTREE', 'HASH') ORDER BY TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;
/** MariaDB keeps the check of a column with the column, under its name. MySQL keeps all checks with the table. */
const CHECKS = `SELECT TABLE_NAME, CONSTRAINT_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
  WHERE CONSTRAINT_SCHEMA = DATABASE()`;

/** Reads all base tables of the database with a few statements, and one for each table with doubtful defaults. */
export async function introspect(connection: Reader): Promise<Table[]> {
  const tables = (await connection.all({ text: TABLES, parameters: [] })).filter(
    ([name]) => !isInternalTable(String(name)),
  );
  const known = new Set(tables.map(([name]) => name));
  const isMariaDb = tables.some(([, , version]) => /mariadb/i.test(String(version)));
  const rows = (await connection.all({ text: COLUMNS, parameters: [] })).filter(([table]) => known.has(table));
  const defaults = await readDefaults(
    connection,
    rows.map((row) => reportedDefault(row, isMariaDb)),
  );
  const described = rows.map((row, index) => ({ row, fallback: defaults[index] ?? null }));
  const columns = groupBy(described, ({ row }) => tableOf(row));
  const keys = groupBy(await connection.all({ text: KEYS, parameters: [] }), tableOf);
  const checks = groupBy(isMariaDb ? await connection.all({ text: CHECKS, parameters: [] }) : [], tableOf);
  return tables.map(([name, collation]) =>
    toTable(
      { name: String(name), collation, isMariaDb, checks: checksIn(checks.get(String(name)) ?? []) },
      columns.get(String(name)) ?? [],
      keys.get(String(name)) ?? [],
    ),
  );
}

/** The names of the internal tables that exist. */
export async function internalTables(reader: Reader): Promise<string[]> {
  const tables = await reader.all({ text: TABLES, parameters: [] });
  return tables.map(([name]) => String(name)).filter(isInternalTable);
}

const tableOf = ([table]: Row): string => String(table);

const checksIn = (rows: readonly Row[]): ReadonlyMap<string, string> =>
  new Map(rows.map(([, name, clause]) => [String(name), `CHECK (${String(clause)})`]));

interface Origin {
  readonly name: string;
  readonly collation: unknown;
  readonly isMariaDb: boolean;
  readonly checks: ReadonlyMap<string, string>;
}

interface DescribedColumn {
  readonly row: Row;
  readonly fallback: Default | null;
}

function reportedDefault(row: Row, isMariaDb: boolean): ReportedDefault {
  const [table, column, dataType, , , , text, extra] = row;
  return {
    table: String(table),
    column: String(column),
    dataType: String(dataType),
    text: text === null || text === undefined ? null : String(text),
    isMariaDb,
    isExpression: isMariaDb || /DEFAULT_GENERATED/i.test(String(extra)),
  };
}

/** The columns of keys by key name; keys over column prefixes or expressions are left out. */
function toKeys(rows: readonly Row[]): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  for (const [, key, column] of rows) keys.set(String(key), [...(keys.get(String(key)) ?? []), String(column)]);
  for (const [, key, column, part] of rows) if (column === null || part !== null) keys.delete(String(key));
  return keys;
}

function toTable(origin: Origin, described: readonly DescribedColumn[], indexes: readonly Row[]): Table {
  const isUnique = ([, , , , repeats]: Row): boolean => Number(repeats) === 0;
  const keys = toKeys(indexes.filter(isUnique));
  const others = toKeys(indexes.filter((row) => !isUnique(row)));
  const primary = new Set(keys.get('PRIMARY'));
  const uniques = [...keys].filter(([key]) => key !== 'PRIMARY');
  const single = new Set(uniques.flatMap(([, columns]) => (columns.length === 1 ? columns : [])));
  return {
    name: origin.name,
    columns: described.map((one) => toColumn(origin, one, primary, single)),
    uniqueTogether: uniques.flatMap(([, columns]) => (columns.length > 1 ? [columns] : [])),
    uniqueNames: Object.fromEntries(uniques.map(([key, columns]) => [asText(columns), key])),
    indexes: [...others].map(([name, columns]) => ({ name, columns, plain: true })),
  };
}

function toColumn(
  origin: Origin,
  { row, fallback }: DescribedColumn,
  primary: ReadonlySet<string>,
  unique: ReadonlySet<string>,
): Column {
  const [, rawName, dataType, columnType, length, nullable, , extra, comment, collated] = row;
  const collation = foreignCollation(collated);
  const name = String(rawName);
  const native = nativeOf(origin, row, fallback);
  return {
    name,
    ...readType(String(dataType), String(columnType), length === null ? null : String(length)),
    nullable: nullable === 'YES' && !primary.has(name),
    default: fallback?.text ?? null,
    ...(fallback?.isComputed && { computedDefault: true as const }),
    ...(native.generated !== undefined && { generated: true as const }),
    primaryKey: primary.has(name),
    autoIncrement: /auto_increment/i.test(String(extra)),
    unique: unique.has(name) && !primary.has(name),
    comment: String(comment ?? ''),
    ...(collation !== undefined && { collation }),
    ...(/_ci$/i.test(collation ?? '') && { loose: true as const }),
    ...fractionOf(String(columnType)),
    ...comparisonOf(String(dataType), origin),
    ...(/^float$/i.test(String(dataType)) && { single: true as const }),
    native,
  };
}

/** Types that MySQL compares with no other. As texts they are null, which is also what answers show. */
const GEOMETRIC = /^(?:point|linestring|polygon|multi\w+|geom\w+)$/i;

/** How statements read and compare values that the engine does not compare with those of parameters. */
function comparisonOf(dataType: string, { isMariaDb }: Origin): Pick<Column, 'comparedAs'> {
  // Bits are compared with bytes as numbers.
  if (/^(?:bit|vector)$/i.test(dataType)) return { comparedAs: 'binary' };
  // MySQL compares JSON with texts as a value with values; MariaDB's JSON is a text.
  return !isMariaDb && (/^json$/i.test(dataType) || GEOMETRIC.test(dataType)) ? { comparedAs: 'text' } : {};
}

function fractionOf(columnType: string): Pick<Column, 'fraction'> {
  const digits = Number(/^(?:datetime|timestamp|time)\((\d)\)/i.exec(columnType)?.[1] ?? 0);
  return digits > 0 ? { fraction: digits } : {};
}

/** The parts of a column that changing other attributes would lose: its exact type, collation, default and check. */
function nativeOf({ collation: usual, checks }: Origin, row: Row, fallback: Default | null): Record<string, string> {
  const [, name, , columnType, , , , extra, , collation, generated] = row;
  const check = checks.get(String(name));
  const kept = /on update \S+|\binvisible\b/gi;
  const words = [...String(extra ?? '').matchAll(kept)].map(([word]) => word).join(' ');
  return {
    type: String(columnType),
    ...(collation !== null && collation !== usual && { collation: String(collation) }),
    ...(fallback?.sql && { default: fallback.sql }),
    ...(words && { extra: words }),
    ...(check !== undefined && { check }),
    ...(generated && {
      generated: `GENERATED ALWAYS AS (${generated}) ${/stored|persistent/i.test(String(extra)) ? 'STORED' : 'VIRTUAL'}`,
    }),
  };
}
