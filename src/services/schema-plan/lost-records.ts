import type { Context } from '../../persistence/context.ts';
import { countRecords } from '../../persistence/forget-records.ts';
import type { Draft } from '../../persistence/schema-change/draft.ts';
import { seesAll } from '../../persistence/seen-values.ts';
import { revisions } from '../../schema/system/revisions.ts';
import type { Loss } from './losses.ts';

/** The records that are removed with their collection. They are not kept, so that no new collection inherits them. */
export async function lostRecords(context: Context, { changes }: Pick<Draft, 'changes'>): Promise<Loss[]> {
  const losses: Loss[] = [];
  for (const change of changes) {
    if (change.kind !== 'dropped') continue;
    for (const { table, count } of await countRecords(context.store, change))
      losses.push({
        kind: table === revisions.name ? 'revisions' : 'comments',
        table: change.collection,
        field: null,
        count: seesAll(context, table) ? count : null,
        exact: count !== null && seesAll(context, table),
        kept: false,
        examples: [],
      });
  }
  return losses;
}
