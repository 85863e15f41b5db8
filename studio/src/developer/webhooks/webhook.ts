import { t } from '../../i18n/messages.ts';
import type { Status } from '../../model/status.ts';

/** A webhook as its row describes it. */
export interface Webhook {
  readonly id: number;
  readonly status: 'active' | 'inactive';
  readonly http_action: 'get' | 'post';
  readonly url: string;
  readonly collection: string;
  readonly directus_action: string;
}

export type NewWebhook = Omit<Webhook, 'id'>;

export const EVENTS = ['item.create:after', 'item.update:after', 'item.delete:after'] as const;

/** The stored part of a receiver's answer. */
export interface ReceiverAnswer {
  readonly type: string;
  readonly text: string;
  readonly ms: number;
}

/** A call of a webhook. */
export interface Delivery {
  readonly id: number;
  readonly status: 'pending' | 'done' | 'failed';
  readonly subject: string;
  readonly attempts: number;
  readonly answered: number | null;
  readonly error: string | null;
  readonly created_on: string;
  readonly due_on: string | null;
}

export interface WholeDelivery extends Delivery {
  readonly event: string | null;
  readonly sent: string | null;
  readonly answer: ReceiverAnswer | null;
}

/** The outcome of a test. */
export interface Tested {
  readonly answered: number | null;
  readonly error: string | null;
  readonly answer: ReceiverAnswer | null;
  readonly sent: {
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
  };
}

/** Whether a text can be the address of a receiver. */
export const isAddress = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** The state of a delivery, by shape and name. */
export function statusOf({ status }: Pick<Delivery, 'status'>): Pick<Status, 'shape' | 'label'> {
  const shape = { pending: 'half', done: 'full', failed: 'square' } as const;
  return { shape: shape[status], label: t(`developer.delivery.${status}`) };
}
