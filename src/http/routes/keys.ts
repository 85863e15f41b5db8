import { changeKey, revokeKey } from '../../services/keys/change.ts';
import { createKey } from '../../services/keys/create.ts';
import { findKey, listAllKeys, listKeys } from '../../services/keys/list.ts';
import type { Wire } from '../../wire/wire.ts';
import type { Exchange } from '../exchange.ts';
import { resolveMe } from '../resolve-me.ts';
import { DELETED, type Method, type Route, show } from '../route.ts';
import { keysWire } from '../wire/keys.ts';

const userAt = (exchange: Exchange): string => resolveMe(exchange.path('id'), exchange.caller, 'notAuthenticated');

const keyRoute = (method: Method, path: string, wire: Wire, handle: Route['handle']): Route => ({
  method,
  path: `/users/:id/keys${path}`,
  wire,
  access: 'authenticated',
  freeFor: 'users',
  apiKeys: 'none',
  handle,
});

/** API keys of users. (Contract, A-140 to A-148.) */
export const keyRoutes: readonly Route[] = [
  keyRoute('GET', '', keysWire.list, async (exchange) => show(await listKeys(exchange.context(), userAt(exchange)))),
  {
    method: 'GET',
    path: '/users/keys',
    wire: keysWire.listAll,
    access: 'admin',
    apiKeys: 'none',
    handle: async (exchange) => show(await listAllKeys(exchange.context())),
  },
  keyRoute('POST', '', keysWire.create, async (exchange) =>
    show(await createKey(exchange.context(), userAt(exchange), exchange.object())),
  ),
  keyRoute('GET', '/:key', keysWire.read, async (exchange) =>
    show(await findKey(exchange.context(), userAt(exchange), exchange.path('key'))),
  ),
  keyRoute('PATCH', '/:key', keysWire.change, async (exchange) =>
    show(await changeKey(exchange.context(), userAt(exchange), exchange.path('key'), exchange.object())),
  ),
  keyRoute('DELETE', '/:key', keysWire.revoke, async (exchange) => {
    await revokeKey(exchange.context(), userAt(exchange), exchange.path('key'));
    return DELETED;
  }),
];
