import { ApiError } from '../../errors/api-error.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { createItems, deleteItems, updateEach, updateItems } from '../../services/items/write.ts';
import type { Exchange } from '../exchange.ts';
import { resolveMe } from '../resolve-me.ts';
import { DELETED, type Method, type Route } from '../route.ts';
import { answerKeys, answerList, showWritten } from './show-read.ts';

/** Items with routes for the list and for single ones. */
interface Resource {
  /** Path of the list, in which `:collection` may stand for any collection that users make. */
  readonly path: string;
  readonly collection?: string;
  /** Methods on the list and on single items. */
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

/** Items are read, and created one or several at a time. */
const CREATED: Pick<Resource, 'list' | 'item'> = { list: ['GET', 'POST'], item: ['GET', 'PATCH', 'DELETE'] };
/** They are changed several at a time as well. */
const CHANGED: Pick<Resource, 'list' | 'item'> = { ...CREATED, list: ['GET', 'POST', 'PATCH'] };
const READ: Pick<Resource, 'list' | 'item'> = { list: ['GET'], item: ['GET'] };

/**
 * Collections of users, and system collections that are read and written like them. (Contract, I-1 to I-6 and
 * U-1 to U-13.)
 */
const resources: readonly Resource[] = [
  { path: '/items/:collection', ...CHANGED },
  { path: '/users', collection: 'directus_users', ...CREATED, me: true },
  { path: '/roles', collection: 'directus_roles', ...CREATED, whole: true },
  { path: '/permissions', collection: 'directus_permissions', ...CHANGED, keysRead: /^[\d,]+$/ },
  { path: '/relations', collection: 'directus_relations', ...CREATED },
  { path: '/activity', collection: 'directus_activity', ...READ },
  { path: '/collection_presets', collection: 'directus_collection_presets', ...CREATED },
  { path: '/files', collection: 'directus_files', ...READ },
  { path: '/folders', collection: 'directus_folders', ...CREATED, keys: /^\d+$/ },
  { path: '/webhooks', collection: 'directus_webhooks', ...CREATED },
  { path: '/settings', collection: 'directus_settings', list: ['PATCH'], item: ['DELETE'] },
];

/** The collection of a resource; error 201 where a path names one that has routes of its own. */
function collectionAt(exchange: Exchange, { collection }: Resource): string {
  if (collection !== undefined) return collection;
  const name = exchange.path('collection');
  if (isSystemCollection(name)) throw new ApiError('systemCollectionAccess', { collection: name });
  return name;
}

/** Keys of a path; `me` is the caller. Reading as the public, it is nobody (error 3), writing it is missing (203). */
function keysAt(exchange: Exchange, { me, keys: always, keysRead }: Resource): string[] {
  const isRead = exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
  const form = isRead ? (always ?? keysRead) : always;
  if (form && !form.test(exchange.path('id'))) throw new ApiError('notFound');
  const keys = exchange.keys('id');
  if (!me || keys[0] !== 'me') return keys;
  return [resolveMe('me', exchange.caller, isRead ? 'unauthorized' : 'itemNotFound')];
}

function routesOf(resource: Resource): Route[] {
  const list = resource.path;
  const item = `${list}/:id`;
  const all: Route[] = [
    {
      method: 'GET',
      path: list,
      handle: (exchange) => answerList(exchange, collectionAt(exchange, resource)),
    },
    {
      method: 'GET',
      path: item,
      handle: (exchange) => answerKeys(exchange, collectionAt(exchange, resource), keysAt(exchange, resource)),
    },
    {
      method: 'POST',
      path: list,
      handle: async (exchange) =>
        showWritten(
          await createItems(exchange.context(), collectionAt(exchange, resource), exchange.body(), exchange.query()),
        ),
    },
    {
      method: 'PATCH',
      path: list,
      handle: async (exchange) =>
        showWritten(
          await updateEach(exchange.context(), collectionAt(exchange, resource), exchange.body(), exchange.query()),
        ),
    },
    {
      method: 'PATCH',
      path: item,
      handle: async (exchange) =>
        showWritten(
          await updateItems(
            exchange.context(),
            collectionAt(exchange, resource),
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
        await deleteItems(exchange.context(), collectionAt(exchange, resource), keysAt(exchange, resource));
        return DELETED;
      },
    },
  ];
  return all.filter(({ method, path }) => resource[path === list ? 'list' : 'item'].includes(method));
}

export const itemRoutes: readonly Route[] = resources.flatMap(routesOf);
