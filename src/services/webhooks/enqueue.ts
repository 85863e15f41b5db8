import { randomUUID } from 'node:crypto';
import type { ItemChange } from '../../persistence/changes.ts';
import { enqueue } from '../../persistence/outbox/enqueue.ts';
import { readWhole } from '../../persistence/read/whole.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { withoutSecrets } from '../../query/plan/write/recorded.ts';
import type { Collection } from '../../schema/collection.ts';
import { keyText } from '../../schema/key-text.ts';
import { collectionOf, primaryKeyOf, type Schema } from '../../schema/schema.ts';
import type { ItemEvent } from '../../schema/webhooks.ts';

type Action = ItemChange['action'];

const eventOf = (action: Action): ItemEvent => `item.${action}:after`;

/**
 * Puts a delivery into the outbox for every webhook that subscribes to a change, inside the transaction of that change.
 * Adds the stored item to the list of changes. (Contract, M-27 and M-28.)
 */
export async function enqueueWebhooks(tx: Transaction, collection: Collection, change: ItemChange): Promise<void> {
  const { store } = tx.context;
  const read = change.action !== 'delete' && change.after === null;
  const known = read
    ? tx.changes.became(change, (await readWhole(tx, collection, keyText(change.key))) ?? null)
    : change;
  const event = eventOf(change.action);
  const data = consumedData(store.catalog.schema, known);
  for (const { id } of store.catalog.webhooks.of(collection.name, event))
    await enqueue(tx, {
      kind: 'webhook',
      queue: `webhook:${id}`,
      subject: `${event} of ${collection.name}/${keyText(change.key)} to webhook ${id}`,
      payload: { webhook: id, delivery: randomUUID(), event, collection: collection.name, data },
    });
}

/**
 * Returns the data that consumers receive about a change: the complete row of a new or deleted item, or the key and the
 * changed values of an updated one. Never contains secrets.
 */
export function consumedData(
  schema: Schema,
  { collection: name, action, before, after, columns }: ItemChange,
): Payload {
  const collection = collectionOf(schema, name);
  const row = (action === 'delete' ? before : after) ?? {};
  const names = action === 'update' ? new Set([primaryKeyOf(collection).name, ...columns]) : undefined;
  const isIncluded = (field: string): boolean =>
    collection.byName.get(field)?.column !== undefined && (names?.has(field) ?? true);
  return withoutSecrets(collection, Object.fromEntries(Object.entries(row).filter(([field]) => isIncluded(field))));
}
