import { grantPreview } from '../../services/previews/grant.ts';
import { listPreviews, setPreview } from '../../services/previews/settings.ts';
import { forbidCaching } from '../caching.ts';
import { type Route, show } from '../route.ts';
import { previewsWire } from '../wire/previews.ts';

/** Previews of items before they are published. (Contract, N-40 to N-44.) */
export const previewRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/previews',
    access: 'authenticated',
    wire: previewsWire.list,
    handle: async (exchange) => show(await listPreviews(exchange.context())),
  },
  {
    method: 'POST',
    path: '/previews',
    access: 'authenticated',
    apiKeys: 'unlimited',
    wire: previewsWire.grant,
    handle: async (exchange) => {
      forbidCaching(exchange.reply);
      const sent = exchange.sent(previewsWire.grant.body);
      const { identity, project } = exchange;
      return show(await grantPreview(exchange.context(), project.issuer, identity.session, sent));
    },
  },
  {
    method: 'PATCH',
    path: '/previews/:collection',
    access: 'admin',
    apiKeys: 'unlimited',
    wire: previewsWire.set,
    handle: async (exchange) => {
      const { address } = exchange.sent(previewsWire.set.body);
      return show(await setPreview(exchange.context(), exchange.path('collection'), address));
    },
  },
];
