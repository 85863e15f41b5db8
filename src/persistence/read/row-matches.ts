import { bind } from '../../dialects/bind.ts';
import { operatorNamed } from '../../query/operators.ts';
import { all } from '../../query/plan/join.ts';
import type { Predicate } from '../../query/plan/plan.ts';
import { selectCount } from '../../query/sql/select.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { Source } from '../source.ts';
import { conditionBinding } from './binding.ts';

/** Whether the item with a key is one of the rows of a predicate, for the source's caller. */
export async function rowMatches(
  { context, reader }: Source,
  collection: Collection,
  key: string,
  where: Predicate,
): Promise<boolean> {
  const field = primaryKeyOf(collection);
  const own: Predicate = {
    type: 'condition',
    field,
    condition: { path: [field.name], operator: operatorNamed('eq'), first: 0, count: 1, or: false },
  };
  const printed = context.store.dialect.printer.select(selectCount(collection, all([own, where])));
  const [row] = await reader.all(bind(printed, conditionBinding(context, { values: [key] })));
  return Number(row?.[0] ?? 0) > 0;
}
