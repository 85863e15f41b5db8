import type { Beside } from '../../dialects/dialect.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Context } from '../context.ts';
import { changeSchema, inTransaction, type Writing } from '../writing.ts';

/**
 * One transaction that writes items of a collection, alone or beside others. Where items describe the schema, tables
 * change with them.
 */
export function writeTo<T>(
  context: Context,
  { name }: Collection,
  work: (writing: Writing) => Promise<T>,
  beside?: Beside,
): Promise<T> {
  return name === 'directus_relations' ? changeSchema(context, work) : inTransaction(context, work, beside);
}
