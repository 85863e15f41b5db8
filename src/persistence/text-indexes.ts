import type { Dialect, Reader } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import type { Table, TableIndex } from '../schema/column.ts';
import { isTextIndex } from '../schema/table-index.ts';
import type { SchemaTransaction } from './transaction.ts';

/** Refuses new text indexes that a table cannot have. Error 12. (Contract, S-188.) */
export async function refuseTextIndexes(tx: SchemaTransaction, before: Table | null, after: Table): Promise<void> {
  const known = new Set(before ? textsOf(before).map(({ name }) => name) : []);
  const fresh = textsOf(after).filter(({ name }) => !known.has(name));
  if (fresh.length === 0) return;
  const reason = await tx.context.store.dialect.textIndexObstacle(tx.connection, after);
  if (reason === null) return;
  const field = fresh.flatMap(({ columns }) => columns).join(', ');
  throw new ApiError('textIndexImpossible', { field, reason });
}

/** A table without the text indexes that the target database cannot have. */
export async function withTextsFor(dialect: Dialect, reader: Reader, table: Table): Promise<Table> {
  if (textsOf(table).length === 0 || (await dialect.textIndexObstacle(reader, table)) === null) return table;
  return { ...table, indexes: table.indexes?.filter((index) => !isTextIndex(index)) ?? [] };
}

const textsOf = ({ indexes = [] }: Table): readonly TableIndex[] => indexes.filter(isTextIndex);
