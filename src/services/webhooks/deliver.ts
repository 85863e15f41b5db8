import { type Delivered, DeliveryFailure, type DueJob, PermanentFailure } from '../../persistence/outbox/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Webhook } from '../../schema/webhooks.ts';
import { asNumber, asText } from '../../shared/text.ts';
import { requestOf, sendCall } from './call.ts';

/** The receiver reports that it no longer exists. */
const GONE = 410;

/** Calls a webhook. Throws a {@link DeliveryFailure} for every answer except 2xx; a permanent one for 410. */
export async function deliverWebhook(store: Store, job: DueJob): Promise<Delivered> {
  await store.refresh();
  const webhook = store.catalog.webhooks.byId(asNumber(job.payload.webhook));
  if (!webhook) throw new PermanentFailure('The webhook is not active any more');
  const { answered, isTaken, waitMs, answer } = await sendCall(
    store,
    webhook,
    await requestOf(store, asCalled(webhook, job), callOf(job)),
  );
  if (isTaken) return { answered, answer };
  const message = `The receiver answered ${answered}`;
  throw answered === GONE
    ? new PermanentFailure(message, answered, answer)
    : new DeliveryFailure(message, answered, answer, waitMs);
}

/** The webhook with the event that is being delivered, even if it subscribes to another one by now. */
const asCalled = (webhook: Webhook, { payload }: DueJob): Webhook => ({
  ...webhook,
  event: asText(payload.event),
  collection: asText(payload.collection),
});

const callOf = ({ payload, attempts }: DueJob) => ({
  delivery: asText(payload.delivery),
  attempt: attempts,
  data: payload.data,
});
