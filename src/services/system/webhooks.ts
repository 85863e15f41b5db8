import { quietly, unknownName, unknownWord, type Warning } from '../../query/plan/write/warnings.ts';
import { ITEM_EVENTS } from '../../schema/webhooks.ts';
import type { WriteRules } from './rules.ts';

/** The rules of webhooks. Without a URL or an event a webhook could never be sent. (Contract, M-26.) */
export const webhooksRules: WriteRules = {
  required: ['http_action', 'url', 'collection', 'directus_action'],
  warnings: ({ store }, { http_action, url, collection, directus_action }) => [
    ...unknownWord('http_action', http_action, ['get', 'post']),
    ...unusableAddress(url),
    ...quietly(unknownName('collection', 'collection', collection, store.catalog.schema.collections.keys())),
    ...unknownWord('directus_action', directus_action, ITEM_EVENTS),
  ],
};

function unusableAddress(url: unknown): Warning[] {
  if (url === undefined || url === null || (typeof url === 'string' && /^https?:$/.test(protocolOf(url)))) return [];
  return [{ at: 'url', reason: 'This value should be an address that begins with http:// or https://.' }];
}

function protocolOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}
