import { bind, NO_BINDING } from '../../dialects/bind.ts';
import { and, type Expression, selectFrom } from '../../query/sql/nodes.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/stored.ts';
import { equals, hasValue } from '../row-statements.ts';
import type { Source } from '../source.ts';

/** The number of rows of a collection with these stored values. */
export async function countRows(
  { context, reader }: Source,
  collection: Collection,
  values: Readonly<Record<string, Stored>>,
): Promise<number> {
  const where = and(
    Object.entries(values).map(([name, value]): Expression => {
      const field = collection.byName.get(name);
      return field ? hasValue(field, value) : equals(name, value, 'text');
    }),
  );
  const select = selectFrom(collection.name, [{ type: 'count' }], { where });
  const [row] = await reader.all(bind(context.store.dialect.printer.select(select), NO_BINDING));
  return Number(row?.[0] ?? 0);
}
