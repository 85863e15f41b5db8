import { webhookSecret } from '../../config/webhook-secret.ts';
import { type Outgoing, UnreachableAddress } from '../../net/connector.ts';
import { type Delivered, DeliveryFailure, type DueJob, PermanentFailure } from '../../persistence/outbox/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Webhook } from '../../schema/webhooks.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { signatureOf } from './signature.ts';

/** Only the status of an answer is read. */
const CAPS = { bytes: 0, seconds: 10 };
/** The receiver reports that it no longer exists. */
const GONE = 410;

/** Calls a webhook. Throws a {@link DeliveryFailure} for every answer except 2xx; a permanent one for 410. */
export async function deliverWebhook(store: Store, job: DueJob): Promise<Delivered> {
  await store.refresh();
  const webhook = store.catalog.webhooks.byId(asNumber(job.payload.webhook));
  if (!webhook) throw new PermanentFailure('The webhook is not active any more');
  const answered = await called(store, webhook, job);
  if (answered >= 200 && answered < 300) return { answered };
  const message = `The receiver answered ${answered}`;
  throw answered === GONE ? new PermanentFailure(message, answered) : new DeliveryFailure(message, answered);
}

/** Logs why an address cannot be reached, but does not report it: the reason reveals details of the network. */
async function called(store: Store, { method, url }: Webhook, job: DueJob): Promise<number> {
  try {
    const answer = await store.surroundings.connector.send(url, outgoingOf(store, method, job), CAPS);
    answer.body.destroy();
    return answer.status;
  } catch (err) {
    if (!(err instanceof UnreachableAddress)) throw err;
    store.surroundings.log.info({ err, project: store.project, delivery: job.id }, 'webhook refused');
    throw new DeliveryFailure('The receiver cannot be reached, or its address is not public');
  }
}

function outgoingOf({ config }: Store, method: string, { payload, attempts }: DueJob): Outgoing {
  const body = method === 'POST' ? JSON.stringify(payload.data) : '';
  const timestamp = Math.floor(Date.now() / 1000);
  const headers = {
    'X-Octavo-Project': config.project,
    'X-Octavo-Event': asText(payload.event),
    'X-Octavo-Collection': asText(payload.collection),
    'X-Octavo-Delivery': asText(payload.delivery),
    'X-Octavo-Attempt': String(attempts),
    'X-Octavo-Timestamp': String(timestamp),
    'X-Octavo-Signature': signatureOf(webhookSecret(config), timestamp, body),
  };
  if (method === 'GET') return { method, headers, body: null };
  return { method, headers: { ...headers, 'Content-Type': 'application/json' }, body };
}
