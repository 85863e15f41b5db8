import { changeKey, revokeKey } from '../../services/keys/change.ts';
import { createKey } from '../../services/keys/create.ts';
import { findKey, listKeys } from '../../services/keys/list.ts';
import type { Exchange } from '../exchange.ts';
import { resolveMe } from '../resolve-me.ts';
import { DELETED, type Method, type Route, show } from '../route.ts';

const userAt = (exchange: Exchange): string => resolveMe(exchange.path('id'), exchange.caller, 'notAuthenticated');

const keyRoute = (method: Method, path: string, handle: Route['handle']): Route => ({
  method,
  path: `/users/:id/keys${path}`,
  access: 'authenticated',
  apiKeys: 'none',
  handle,
});

/** API keys of users. (Contract, A-140 to A-148.) */
export const keyRoutes: readonly Route[] = [
  keyRoute('GET', '', async (exchange) => show(await listKeys(exchange.context(), userAt(exchange)))),
  keyRoute('POST', '', async (exchange) =>
    show(await createKey(exchange.context(), userAt(exchange), exchange.object())),
  ),
  keyRoute('GET', '/:key', async (exchange) =>
    show(await findKey(exchange.context(), userAt(exchange), exchange.path('key'))),
  ),
  keyRoute('PATCH', '/:key', async (exchange) =>
    show(await changeKey(exchange.context(), userAt(exchange), exchange.path('key'), exchange.object())),
  ),
  keyRoute('DELETE', '/:key', async (exchange) => {
    await revokeKey(exchange.context(), userAt(exchange), exchange.path('key'));
    return DELETED;
  }),
];
