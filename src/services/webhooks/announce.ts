import { randomUUID } from 'node:crypto';
import type { Collection } from '../../schema/collection.ts';
import type { Stored } from '../../schema/field-type.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import type { ItemEvent } from '../../schema/webhooks.ts';
import type { Payload } from '../items/payload.ts';
import { readWhole } from '../items/read.ts';
import { withoutSecrets } from '../items/record.ts';
import { enqueue } from '../outbox/enqueue.ts';
import type { Writing } from '../writing.ts';

/** What has happened to an item, and what tells of it. */
export interface ItemChange {
  readonly event: ItemEvent;
  readonly collection: Collection;
  readonly key: Stored;
  /** The columns that were written; absent where all of them are told. */
  readonly columns?: readonly string[];
  /** The row as it was, where it is gone. */
  readonly gone?: Payload;
}

/**
 * Puts a delivery for every webhook that waits for a change into the outbox, in the transaction of the change. What
 * they say holds no secrets. (Facts of auth and users, section 4.7.)
 */
export async function announce(writing: Writing, change: ItemChange): Promise<void> {
  const { collection, event, key } = change;
  const waiting = writing.context.store.catalog.webhooks.of(collection.name, event);
  if (waiting.length === 0) return;
  const data = await told(writing, change);
  for (const { id } of waiting)
    await enqueue(writing, {
      kind: 'webhook',
      lane: `webhook:${id}`,
      subject: `${event} of ${collection.name}/${String(key)} to webhook ${id}`,
      payload: { webhook: id, delivery: randomUUID(), event, collection: collection.name, data },
    });
}

/** The whole row of a new or a deleted item; of a changed one its key and what has changed. */
async function told(writing: Writing, { collection, key, columns, gone }: ItemChange): Promise<Payload> {
  const row = gone ?? (await readWhole(writing.context, writing.connection, collection, String(key))) ?? {};
  const names = columns ? new Set([primaryKeyOf(collection).name, ...columns]) : undefined;
  const isTold = (name: string): boolean =>
    collection.byName.get(name)?.column !== undefined && (names?.has(name) ?? true);
  return withoutSecrets(collection, Object.fromEntries(Object.entries(row).filter(([name]) => isTold(name))));
}
