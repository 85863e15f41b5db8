import { UnreachableAddress } from '../../net/connector.ts';
import { DeliveryFailure } from '../../persistence/outbox/job.ts';
import type { Store } from '../../persistence/store.ts';
import type { Webhook } from '../../schema/webhooks.ts';
import { retryAfterMs } from '../../shared/retry-after.ts';
import { type KeptAnswer, keptAnswer } from './kept-answer.ts';
import { signingSecrets } from './secret.ts';
import { signatureOf } from './signature.ts';

/** The statuses with which a receiver may ask to wait. */
const WAITING: ReadonlySet<number> = new Set([429, 503]);
const CAPS = { bytes: 1_000_000, seconds: 10 };

/** The event that a call is about. */
interface Call {
  readonly delivery: string;
  readonly attempt: number;
  readonly data: unknown;
  /** Whether this is an administrator's test of the webhook. */
  readonly isTest?: boolean;
}

/** A request as it is sent; a GET has no body. */
export interface Sent {
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** A receiver's answer. */
interface Answered {
  readonly answered: number;
  readonly isTaken: boolean;
  /** How long the receiver asks to wait, in milliseconds; null if it does not say. */
  readonly waitMs: number | null;
  readonly answer: KeptAnswer;
}

/** Creates and signs the request of a call. */
export async function requestOf(store: Store, webhook: Webhook, call: Call): Promise<Sent> {
  const body = webhook.method === 'POST' ? JSON.stringify(call.data) : null;
  const headers = {
    'X-Octavo-Project': store.project,
    'X-Octavo-Event': webhook.event,
    'X-Octavo-Collection': headerText(webhook.collection),
    'X-Octavo-Delivery': call.delivery,
    'X-Octavo-Attempt': String(call.attempt),
    ...(call.isTest && { 'X-Octavo-Test': '1' }),
    ...(await signatures(store, body ?? '')),
    ...(body !== null && { 'Content-Type': 'application/json' }),
  };
  return { method: webhook.method, headers, body };
}

/** Tables of adopted databases may have names with characters that a header cannot hold. */
const headerText = (name: string): string => name.replace(/[^\x20-\x24\x26-\x7e]+/g, encodeURIComponent);

async function signatures(store: Store, body: string): Promise<Record<string, string>> {
  const timestamp = Math.floor(Date.now() / 1000);
  const { current, previous } = await signingSecrets(store);
  return {
    'X-Octavo-Timestamp': String(timestamp),
    'X-Octavo-Signature': signatureOf(current, timestamp, body),
    ...(previous !== null && { 'X-Octavo-Signature-Previous': signatureOf(previous, timestamp, body) }),
  };
}

/**
 * Sends a request to a webhook. Throws {@link DeliveryFailure} if there is no answer. The reason is only logged, since
 * it reveals details of the network.
 */
export async function sendCall(store: Store, { id, url }: Webhook, sent: Sent): Promise<Answered> {
  const start = performance.now();
  try {
    const { status, type, retryAfter, body } = await store.surroundings.connector.send(url, sent, CAPS);
    const answer = await keptAnswer(type, body, performance.now() - start);
    const waitMs = WAITING.has(status) ? retryAfterMs(retryAfter, Date.now()) : null;
    return { answered: status, isTaken: Math.floor(status / 100) === 2, waitMs, answer };
  } catch (err) {
    if (!(err instanceof UnreachableAddress)) throw err;
    store.surroundings.log.info({ err, project: store.project, webhook: id }, 'webhook refused');
    throw new DeliveryFailure('The receiver cannot be reached, or its address is not public');
  }
}
