import type { Data } from '../../extensions/types.ts';
import { authorOf, type SchemaEvent } from '../../persistence/changes.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { type Happening, tellBefore } from './run.ts';

/**
 * Tells of a change of the schema that the caller may make: what listens before may refuse it, what listens after is told
 * when it is made. (Contract, X-34.)
 */
export async function tellOfSchema(
  tx: Transaction,
  event: SchemaEvent['event'],
  collection: string,
  data: Data,
): Promise<void> {
  if (!tx.context.store.extensions) return;
  await tellBefore(tx, { events: named(event, collection, ':before'), collection }, data);
  tx.changes.add({ kind: 'schema', event, collection, data, by: authorOf(tx.context) });
}

/** What hooks are told of a change of the schema that is made. */
export function schemaHappened({ event, collection }: SchemaEvent): Happening {
  return { events: [...named(event, collection, ''), ...named(event, collection, ':after')], collection };
}

function named(event: SchemaEvent['event'], collection: string, moment: string): string[] {
  return [`${event}${moment}`, ...(event.startsWith('field') ? [`${event}.${collection}${moment}`] : [])];
}
