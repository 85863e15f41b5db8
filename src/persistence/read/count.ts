import { bind, NO_BINDING } from '../../dialects/bind.ts';
import { and, type Expression, selectFrom } from '../../query/sql/nodes.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { equals } from '../rows.ts';
import type { Transaction } from '../transaction.ts';

/** How many rows of a collection have these stored values, in the transaction under way. */
export async function countRows(
  tx: Transaction,
  collection: Collection,
  values: Readonly<Record<string, Stored>>,
): Promise<number> {
  const where = and(
    Object.entries(values).map(
      ([name, value]): Expression => equals(name, value, collection.byName.get(name)?.kind ?? 'text'),
    ),
  );
  const select = selectFrom(collection.name, [{ type: 'count' }], { where });
  const [row] = await tx.connection.all(bind(tx.context.store.dialect.printer.select(select), NO_BINDING));
  return Number(row?.[0] ?? 0);
}
