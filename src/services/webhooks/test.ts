import { randomUUID } from 'node:crypto';
import { ApiError } from '../../errors/api-error.ts';
import { type Context, serverContext } from '../../persistence/context.ts';
import { DeliveryFailure } from '../../persistence/outbox/job.ts';
import { committed } from '../../persistence/source.ts';
import type { Store } from '../../persistence/store.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import { withoutSecrets } from '../../query/plan/write/recorded.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { webhooks } from '../../schema/system/webhooks.ts';
import { toWebhook, type Webhook } from '../../schema/webhooks.ts';
import { requestOf, type Sent, sendCall } from './call.ts';
import type { KeptAnswer } from './kept-answer.ts';

/** The outcome of a test call. */
interface Tested {
  /** The status of the answer; null if none came. */
  readonly answered: number | null;
  readonly error: string | null;
  readonly answer: KeptAnswer | null;
  readonly sent: { readonly method: string; readonly headers: Sent['headers']; readonly body: string | null };
}

/**
 * Calls a webhook once, active or not, with the newest item of its collection, and waits for the answer. Stores
 * nothing. Error 203.
 */
export async function testWebhook(context: Context, id: string): Promise<Tested> {
  const { store } = context;
  const webhook = await findWebhook(store, id);
  const data = await newestItem(store, webhook.collection);
  const sent = await requestOf(store, webhook, { delivery: randomUUID(), attempt: 1, data, isTest: true });
  const shown = { ...sent, headers: withoutSignatures(sent.headers) };
  try {
    const { answered, isTaken, answer } = await sendCall(store, webhook, sent);
    const error = isTaken ? null : `The receiver answered ${answered}`;
    return { answered, error, answer, sent: shown };
  } catch (error) {
    if (!(error instanceof DeliveryFailure)) throw error;
    return { answered: null, error: error.message, answer: null, sent: shown };
  }
}

/** Only the receiver of a call sees its signatures. */
const withoutSignatures = (headers: Sent['headers']): Sent['headers'] =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, name.startsWith('X-Octavo-Signature') ? 'v1=•••' : value]),
  );

async function findWebhook({ dialect, database }: Store, id: string): Promise<Webhook> {
  const key = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const [row] = await new TableRows(dialect, webhooks).find(database, [['id', '=', key]], 'id', 1);
  if (!row) throw new ApiError('itemNotFound');
  return toWebhook(row);
}

/** The newest item as a call would carry it; an empty object if there is none. */
async function newestItem(store: Store, name: string): Promise<Payload> {
  const collection = store.catalog.schema.collections.get(name);
  if (!collection) return {};
  const items = store.calls.items(committed(serverContext(store)), name);
  const [item] = await items.read({ limit: 1, sort: `-${primaryKeyOf(collection).name}`, status: '*' });
  const columns = Object.entries(item ?? {}).filter(([field]) => collection.byName.get(field)?.column !== undefined);
  return withoutSecrets(collection, Object.fromEntries(columns));
}
