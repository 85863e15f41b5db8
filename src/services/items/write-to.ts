import type { WriteLock } from '../../dialects/dialect.ts';
import type { Context } from '../../persistence/context.ts';
import { changeSchema, inTransaction, type Transaction } from '../../persistence/transaction.ts';
import type { Collection } from '../../schema/collection.ts';

/**
 * One transaction that writes items of a collection, alone or beside others. Where items describe the schema, tables
 * change with them.
 */
export function writeTo<T>(
  context: Context,
  { name }: Collection,
  work: (tx: Transaction) => Promise<T>,
  lock?: WriteLock,
): Promise<T> {
  return name === 'directus_relations' ? changeSchema(context, work) : inTransaction(context, work, lock);
}
