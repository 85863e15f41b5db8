import { asNumber, asText } from '../shared/text.ts';
/** An event that webhooks can subscribe to. */
export const ITEM_EVENTS = ['item.create:after', 'item.update:after', 'item.delete:after'] as const;
export type ItemEvent = (typeof ITEM_EVENTS)[number];

/** An active webhook. */
export interface Webhook {
  readonly id: number;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly collection: string;
  readonly event: string;
}

/** The active webhooks of a project. */
export class Webhooks {
  readonly #byId: ReadonlyMap<number, Webhook>;
  readonly #byEvent: ReadonlyMap<string, readonly Webhook[]>;

  /** Takes the rows of `directus_webhooks`. (Contract, M-21 to M-25.) */
  constructor(rows: readonly Readonly<Record<string, unknown>>[]) {
    const active = rows.filter(({ status }) => status === 'active').map(toWebhook);
    this.#byId = new Map(active.map((webhook) => [webhook.id, webhook]));
    const names = new Set(active.map(nameOf));
    this.#byEvent = new Map([...names].map((name) => [name, active.filter((webhook) => nameOf(webhook) === name)]));
  }

  /** The webhooks that subscribe to an event of a collection. */
  of(collection: string, event: ItemEvent): readonly Webhook[] {
    return this.#byEvent.size === 0 ? NONE : (this.#byEvent.get(nameOf({ collection, event })) ?? NONE);
  }

  byId(id: number): Webhook | undefined {
    return this.#byId.get(id);
  }
}

const NONE: readonly Webhook[] = [];
const nameOf = ({ collection, event }: Pick<Webhook, 'collection' | 'event'>): string => `${event}.${collection}`;

/** A webhook as a row of `directus_webhooks` describes it. */
export function toWebhook(row: Readonly<Record<string, unknown>>): Webhook {
  return {
    id: asNumber(row.id),
    method: row.http_action === 'get' ? 'GET' : 'POST',
    url: asText(row.url ?? ''),
    collection: asText(row.collection ?? ''),
    event: asText(row.directus_action ?? ''),
  };
}
