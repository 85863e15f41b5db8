import type { Data } from '../../extensions/types.ts';
import type { SchemaEvent } from '../../persistence/changes.ts';
import { authorOf } from '../../persistence/note-item.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { type HookEvent, notifyBefore } from './run.ts';

/**
 * Records a permitted schema change and notifies hooks of it. Hooks for the event before it may refuse it; hooks for
 * the event after it are notified once it is committed. (Contract, X-34.)
 */
export async function notifySchemaHooks(
  tx: Transaction,
  event: SchemaEvent['event'],
  collection: string,
  data: Data,
): Promise<void> {
  await notifyBefore(tx, { events: named(event, collection, ':before'), collection }, data);
  tx.changes.add({ kind: 'schema', event, collection, data, by: authorOf(tx.context) });
}

/** Returns the event that hooks receive after a schema change. */
export function schemaHookEvent({ event, collection }: SchemaEvent): HookEvent {
  return { events: [...named(event, collection, ''), ...named(event, collection, ':after')], collection };
}

function named(event: SchemaEvent['event'], collection: string, moment: string): string[] {
  return [`${event}${moment}`, ...(event.startsWith('field') ? [`${event}.${collection}${moment}`] : [])];
}
