import type { Data } from '../../extensions/types.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { tellAfter, tellBefore } from './run.ts';

export type SchemaEvent = `${'collection' | 'field'}.${'create' | 'update' | 'delete'}`;

/**
 * Tells of a change of the schema that the caller may make: what listens before may refuse it, what listens after is told
 * when it is made. (Contract, X-34.)
 */
export async function tellOfSchema(tx: Transaction, event: SchemaEvent, collection: string, data: Data): Promise<void> {
  const { context, afterCommit } = tx;
  if (!context.store.extensions) return;
  const named = (moment: string): string[] => [
    `${event}${moment}`,
    ...(event.startsWith('field') ? [`${event}.${collection}${moment}`] : []),
  ];
  await tellBefore({ context, tx }, { events: named(':before'), collection }, data);
  const happened = { events: [...named(''), ...named(':after')], collection };
  afterCommit.push(async () => tellAfter(context, happened, data));
}
