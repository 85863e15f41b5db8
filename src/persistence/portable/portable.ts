import type { Capabilities, Dialect, Reader } from '../../dialects/dialect.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { isCurrentTime } from '../../schema/current-time.ts';
import { datatypes } from '../../schema/datatypes.ts';
import type { InternalTable } from '../../schema/internal/internal-table.ts';
import { internalTables } from '../../schema/internal/tables.ts';
import { formsOf, hasParts, isIndexable, octavoIndex, textIndex, textIndexOver } from '../../schema/table-index.ts';
import { exceedsBasicPlane } from '../../shared/basic-plane.ts';

/** Which internal tables to include: all, or those that belong in a copy or in a backup. */
type Internal = 'all' | 'copied' | 'backedUp';

/** The tables of a project in engine-independent form, including some of its internal tables. */
export async function portableTables(reader: Reader, dialect: Dialect, internal: Internal): Promise<Table[]> {
  const tables = await dialect.introspect(reader);
  const present = new Set(await dialect.internalTables(reader));
  return [
    ...tables.map((table) => portable(table, dialect.capabilities)),
    ...internalTables.filter((table) => present.has(table.name) && isMeant(table, internal)),
  ];
}

function isMeant({ copied, backedUp }: InternalTable, internal: Internal): boolean {
  return copied || internal === 'all' || (internal === 'backedUp' && backedUp === true);
}

function portable(source: Table, capabilities: Capabilities): Table {
  const { name, uniqueTogether, indexes = [] } = source;
  const columns = source.columns.map(portableColumn);
  const table = { name, columns, uniqueTogether, indexes };
  const own = indexes.filter((index) => isPortable(index, columns));
  const all = own.flatMap((index) => [octavoIndex(name, index.columns), ...copiedForms(table, index, capabilities)]);
  const texts = columns.filter((column) => textIndexOver(source, column.name) && hasParts(column));
  const distinct = new Map(
    [...all, ...texts.map((column) => textIndex(name, column))].map((index) => [index.name, index]),
  );
  return { ...table, indexes: [...distinct.values()] };
}

/**
 * The indexes to copy for an index. If the source engine does not support sort or text indexes, it does not tell which
 * the target should have.
 */
function copiedForms(table: Table, { columns }: TableIndex, { indexForms }: Capabilities): TableIndex[] {
  const known = new Set(table.indexes?.map(({ name }) => name));
  return formsOf(table, columns).filter(
    ({ name, form }) => known.has(name) || (form !== undefined && !indexForms.includes(form)),
  );
}

/** Index names are scoped to the table on some engines and to the database on others, so copies use Octavo's names. */
function isPortable({ plain, columns: names }: TableIndex, columns: readonly Column[]): boolean {
  return plain && isIndexable(columns.filter(({ name }) => names.includes(name)));
}

function portableColumn(source: Column): Column {
  const { native, collation, comparedAs, strict, loose, single, computedDefault, generated, ...declared } = source;
  const bits = declared.datatype === 'BIT' ? (numberOfBits(native) ?? declared.arguments) : declared.arguments;
  return { ...declared, arguments: bits, default: portableDefault(source) };
}

/** Other engines have other expressions; all know the current time. */
function portableDefault(column: Column): string | null {
  if (isCurrentTime(column.default ?? '', column)) return 'CURRENT_TIMESTAMP';
  return column.computedDefault ? null : column.default;
}

/** Only the exact type of the engine says how many bits a column has. */
const numberOfBits = (native: Column['native']): string | null =>
  /^bit\((\d+)\)/i.exec(native?.type ?? '')?.[1] ?? null;

/** Refuses tables that an engine cannot hold, before anything is created. `refusal` is how the reason begins. Error 12. */
export function refuseTables(
  tables: readonly Table[],
  capabilities: Capabilities,
  refusal = 'The project cannot be copied',
): void {
  const reasons = tables.flatMap((table) => [
    ...names(table).flatMap((name) => nameProblem(name, capabilities)),
    ...table.columns.flatMap((column) => columnProblem(table.name, column, capabilities)),
  ]);
  if (reasons.length > 0) throw unprocessable(`${refusal}: ${reasons.join('; ')}`);
}

function columnProblem(table: string, { name, datatype, arguments: members }: Column, can: Capabilities): string[] {
  const isLost = !can.membersBeyondBasicPlane && members !== null && exceedsBasicPlane(members);
  return [
    ...(datatype in datatypes ? [] : [`${table}.${name} has the datatype ${datatype}`]),
    ...(can.systemColumns.has(name) ? [`the name "${name}" is reserved`] : []),
    ...(isLost ? [`${table}.${name} has a member with a character beyond U+FFFF, such as an emoji`] : []),
  ];
}

const names = ({ name, columns }: Table): string[] => [name, ...columns.map((column) => column.name)];

function nameProblem(name: string, { nameBytes, reservedNames }: Capabilities): string[] {
  if (Buffer.byteLength(name) > nameBytes) return [`the name "${name}" is too long`];
  return reservedNames.test(name) ? [`the name "${name}" is reserved`] : [];
}
