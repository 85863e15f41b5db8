import type { Capabilities, Dialect, Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Column, Table, TableIndex } from '../../schema/column.ts';
import { datatypeOf, datatypes } from '../../schema/datatypes.ts';
import { internalTables } from '../../schema/internal/tables.ts';
import { isIndexable, octavoIndex } from '../../schema/table-index.ts';

const NOW = /^(?:current_timestamp|now)(?:\(\d?\))?$/i;

/** The tables of a project in engine-independent form, including the internal tables that are marked for copying. */
export async function portableTables(reader: Reader, dialect: Dialect): Promise<Table[]> {
  const tables = await dialect.introspect(reader);
  const present = new Set(await dialect.internalTables(reader));
  return [...tables.map(portable), ...internalTables.filter(({ name, copied }) => copied && present.has(name))];
}

function portable({ name, columns, uniqueTogether, indexes = [] }: Table): Table {
  const own = indexes.filter((index) => isPortable(index, columns)).map((index) => octavoIndex(name, index.columns));
  const distinct = new Map(own.map((index) => [index.name, index]));
  return { name, columns: columns.map(portableColumn), uniqueTogether, indexes: [...distinct.values()] };
}

/** Index names are scoped to the table on some engines and to the database on others, so copies use Octavo's names. */
function isPortable({ plain, columns: names }: TableIndex, columns: readonly Column[]): boolean {
  return plain && isIndexable(columns.filter(({ name }) => names.includes(name)));
}

function portableColumn({ native, collation, ...column }: Column): Column {
  const isNow = datatypeOf(column.datatype).kind === 'datetime' && NOW.test(column.default ?? '');
  return isNow ? { ...column, default: 'CURRENT_TIMESTAMP' } : column;
}

/** Refuses tables that an engine cannot hold, before anything is created. Error 12. */
export function refuseTables(tables: readonly Table[], capabilities: Capabilities): void {
  const reasons = tables.flatMap((table) => [
    ...names(table).flatMap((name) => nameProblem(name, capabilities)),
    ...table.columns.flatMap(({ name, datatype }) =>
      datatype in datatypes ? [] : [`${table.name}.${name} has the datatype ${datatype}`],
    ),
  ]);
  if (reasons.length > 0)
    throw new ApiError('unprocessable', { reason: `The project cannot be copied: ${reasons.join('; ')}` });
}

const names = ({ name, columns }: Table): string[] => [name, ...columns.map((column) => column.name)];

function nameProblem(name: string, { nameBytes, reservedNames }: Capabilities): string[] {
  if (Buffer.byteLength(name) > nameBytes) return [`the name "${name}" is too long`];
  return reservedNames.test(name) ? [`the name "${name}" is reserved`] : [];
}
