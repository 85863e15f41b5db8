import { randomUUID } from 'node:crypto';
import type { Store } from '../../persistence/store.ts';
import type { Transaction } from '../../persistence/transaction.ts';
import { withoutSecrets } from '../../query/plan/write/recorded.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { ItemEvent } from '../../schema/webhooks.ts';
import { afterItem, hearsOf, type Verb } from '../hooks/item-hooks.ts';
import { readWhole } from '../items/read.ts';
import { enqueue } from '../outbox/enqueue.ts';

/** What has happened to an item, and what tells of it. */
export interface ItemChange {
  readonly verb: Verb;
  readonly collection: Collection;
  readonly key: Stored;
  /** The columns that were written; absent where all of them are told. */
  readonly columns?: readonly string[];
  /** The row as it was, where it is gone. */
  readonly gone?: Payload;
}

const eventOf = (verb: Verb): ItemEvent => `item.${verb}:after`;

/** Whether anything waits for changes of a collection. */
export function isAnnounced({ catalog, extensions }: Store, verb: Verb, collection: Collection): boolean {
  return catalog.webhooks.of(collection.name, eventOf(verb)).length > 0 || hearsOf(extensions, verb, collection);
}

/**
 * Puts a delivery for every webhook that waits for a change into the outbox, in the transaction of the change, and has
 * hooks told when it is committed. What they are told holds no secrets. (Contract, M-27 and M-28.)
 */
export async function announce(tx: Transaction, change: ItemChange): Promise<void> {
  const { collection, verb, key } = change;
  const { store } = tx.context;
  if (!isAnnounced(store, verb, collection)) return;
  const data = await told(tx, change);
  afterItem(tx, collection, verb, data);
  const event = eventOf(verb);
  const waiting = store.catalog.webhooks.of(collection.name, event);
  for (const { id } of waiting)
    await enqueue(tx, {
      kind: 'webhook',
      lane: `webhook:${id}`,
      subject: `${event} of ${collection.name}/${String(key)} to webhook ${id}`,
      payload: { webhook: id, delivery: randomUUID(), event, collection: collection.name, data },
    });
}

/** The whole row of a new or a deleted item; of a changed one its key and what has changed. */
async function told(tx: Transaction, { collection, key, columns, gone }: ItemChange): Promise<Payload> {
  const row = gone ?? (await readWhole(tx.context, tx.connection, collection, String(key))) ?? {};
  const names = columns ? new Set([primaryKeyOf(collection).name, ...columns]) : undefined;
  const isTold = (name: string): boolean =>
    collection.byName.get(name)?.column !== undefined && (names?.has(name) ?? true);
  return withoutSecrets(collection, Object.fromEntries(Object.entries(row).filter(([name]) => isTold(name))));
}
