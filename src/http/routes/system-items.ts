import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../permissions/caller.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import { createItems, deleteItems, updateEach, updateItems } from '../../services/items/write.ts';
import type { Exchange } from '../exchange.ts';
import { DELETED, type Method, type Route } from '../route.ts';
import { answerKeys, answerList, showWritten } from './show-read.ts';

interface SystemResource {
  /** First part of the path. */
  readonly path: string;
  readonly collection: string;
  /** Methods on the list and on single items, beyond GET. */
  readonly list: readonly Method[];
  readonly item: readonly Method[];
  /** `me` stands for the caller's id. */
  readonly me?: true;
  /** A change answers the whole item, whatever fields were asked for. (Contract, U-72.) */
  readonly whole?: true;
  /** What keys look like in a path; any other path does not exist. */
  readonly keys?: RegExp;
  /** The same where a path is read; written, any other key is one of no item. */
  readonly keysRead?: RegExp;
}

/** System collections that are read and written like items. (Contract, U-1 to U-13.) */
const resources: readonly SystemResource[] = [
  { path: 'users', collection: 'directus_users', list: ['POST'], item: ['PATCH', 'DELETE'], me: true },
  { path: 'roles', collection: 'directus_roles', list: ['POST'], item: ['PATCH', 'DELETE'], whole: true },
  {
    path: 'permissions',
    collection: 'directus_permissions',
    list: ['POST', 'PATCH'],
    item: ['PATCH', 'DELETE'],
    keysRead: /^[\d,]+$/,
  },
  { path: 'relations', collection: 'directus_relations', list: ['POST'], item: ['PATCH', 'DELETE'] },
  { path: 'activity', collection: 'directus_activity', list: [], item: [] },
  { path: 'collection_presets', collection: 'directus_collection_presets', list: ['POST'], item: ['PATCH', 'DELETE'] },
  { path: 'files', collection: 'directus_files', list: [], item: [] },
  { path: 'folders', collection: 'directus_folders', list: ['POST'], item: ['PATCH', 'DELETE'], keys: /^\d+$/ },
  { path: 'webhooks', collection: 'directus_webhooks', list: ['POST'], item: ['PATCH', 'DELETE'] },
];

/** Keys of a path; `me` is the caller. Reading as the public, it is nobody (error 3), writing it is missing (203). */
function keysAt(exchange: Exchange, { me, keys: always, keysRead }: SystemResource): string[] {
  const isRead = exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
  const form = isRead ? (always ?? keysRead) : always;
  if (form && !form.test(exchange.path('id'))) throw new ApiError('notFound');
  const keys = exchange.keys('id');
  if (!me || keys[0] !== 'me') return keys;
  if (exchange.caller.kind === 'public') throw new ApiError(isRead ? 'unauthorized' : 'itemNotFound');
  return [String(userIdOf(exchange.caller))];
}

function routesOf(resource: SystemResource): Route[] {
  const { collection } = resource;
  const list = `/${resource.path}`;
  const item = `${list}/:id`;
  const all: Route[] = [
    {
      method: 'GET',
      path: list,
      handle: (exchange) => answerList(exchange, collection),
    },
    {
      method: 'GET',
      path: item,
      handle: (exchange) => answerKeys(exchange, collection, keysAt(exchange, resource)),
    },
    {
      method: 'POST',
      path: list,
      handle: async (exchange) =>
        showWritten(await createItems(exchange.context(), collection, exchange.body(), exchange.query())),
    },
    {
      method: 'PATCH',
      path: list,
      handle: async (exchange) =>
        showWritten(await updateEach(exchange.context(), collection, exchange.body(), exchange.query())),
    },
    {
      method: 'PATCH',
      path: item,
      handle: async (exchange) =>
        showWritten(
          await updateItems(
            exchange.context(),
            collection,
            keysAt(exchange, resource),
            exchange.body(),
            resource.whole ? EVERYTHING : exchange.query(),
          ),
        ),
    },
    {
      method: 'DELETE',
      path: item,
      handle: async (exchange) => {
        await deleteItems(exchange.context(), collection, keysAt(exchange, resource));
        return DELETED;
      },
    },
  ];
  return all.filter(
    ({ method, path }) => method === 'GET' || resource[path === list ? 'list' : 'item'].includes(method),
  );
}

export const systemItemRoutes: readonly Route[] = resources.flatMap(routesOf);
