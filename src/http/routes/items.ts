import { ApiError } from '../../errors/api-error.ts';
import { EVERYTHING } from '../../query/parse/query.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { createItems, deleteItems, updateEach, updateItems } from '../../services/items/write.ts';
import type { Tag } from '../../wire/wire.ts';
import type { Exchange } from '../exchange.ts';
import { planned } from '../planned.ts';
import { resolveMe } from '../resolve-me.ts';
import { DELETED, type Method, type Route } from '../route.ts';
import { itemsWire } from '../wire/items.ts';
import { answerKeys, answerList, showWritten } from './show-read.ts';

/** A collection with routes for its list and for single items. */
interface Resource {
  /** The path of the list; `:collection` stands for any user collection. */
  readonly path: string;
  readonly collection?: string;
  /** Its group in documents, and its words for one item and for several. */
  readonly words: readonly [tag: Tag, noun: string, plural: string];
  /** The methods on the list and on single items. */
  readonly list: readonly Method[];
  readonly item: readonly Method[];
  /** Whether `me` stands for the caller's id. */
  readonly me?: true;
  /** Whether a change answers with the complete item, whatever fields were requested. (Contract, U-72.) */
  readonly whole?: true;
  /** Whether its items describe the schema, so that changes to them can be planned. */
  readonly planned?: true;
  /** Whether previews show its items. */
  readonly takesPreview?: true;
  /** The pattern of keys in a path. Paths with other keys do not exist. */
  readonly keys?: RegExp;
  /** The same for reads only. On writes, any other key is treated as that of a missing item. */
  readonly keysRead?: RegExp;
}

/** Items can be read, and created one or several at a time. */
const CREATED: Pick<Resource, 'list' | 'item'> = { list: ['GET', 'POST'], item: ['GET', 'PATCH', 'DELETE'] };
/** Several items can also be changed in one request. */
const CHANGED: Pick<Resource, 'list' | 'item'> = { ...CREATED, list: ['GET', 'POST', 'PATCH'] };
const READ: Pick<Resource, 'list' | 'item'> = { list: ['GET'], item: ['GET'] };

/**
 * User collections, and the system collections that are read and written like them. (Contract, I-1 to I-6 and U-1 to
 * U-13.)
 */
const resources: readonly Resource[] = [
  { path: '/items/:collection', words: ['items', 'item', 'items'], ...CHANGED, takesPreview: true },
  { path: '/users', words: ['users', 'user', 'users'], collection: 'directus_users', ...CREATED, me: true },
  { path: '/roles', words: ['roles', 'role', 'roles'], collection: 'directus_roles', ...CREATED, whole: true },
  {
    path: '/permissions',
    words: ['permissions', 'permission', 'permissions'],
    collection: 'directus_permissions',
    ...CHANGED,
    keysRead: /^[\d,]+$/,
  },
  {
    path: '/relations',
    words: ['relations', 'relation', 'relations'],
    collection: 'directus_relations',
    ...CREATED,
    planned: true,
  },
  { path: '/activity', words: ['activity', 'activity', 'activities'], collection: 'directus_activity', ...READ },
  {
    path: '/collection_presets',
    words: ['presets', 'preset', 'presets'],
    collection: 'directus_collection_presets',
    ...CREATED,
  },
  { path: '/files', words: ['files', 'file', 'files'], collection: 'directus_files', ...READ },
  {
    path: '/folders',
    words: ['folders', 'folder', 'folders'],
    collection: 'directus_folders',
    ...CREATED,
    keys: /^\d+$/,
  },
  { path: '/webhooks', words: ['webhooks', 'webhook', 'webhooks'], collection: 'directus_webhooks', ...CREATED },
  {
    path: '/settings',
    words: ['settings', 'setting', 'settings'],
    collection: 'directus_settings',
    list: ['PATCH'],
    item: ['DELETE'],
  },
];

/**
 * Returns the collection of a resource. Error 201 if the path names a system collection, since those have routes of
 * their own.
 */
function collectionAt(exchange: Exchange, { collection }: Resource): string {
  if (collection !== undefined) return collection;
  const name = exchange.path('collection');
  if (isSystemCollection(name)) throw new ApiError('systemCollectionAccess', { collection: name });
  return name;
}

/**
 * Returns the keys in a path, with `me` resolved to the caller. If the caller is the public, `me` is refused: error 3
 * on reads, 203 on writes.
 */
function keysAt(exchange: Exchange, { me, keys: always, keysRead }: Resource): string[] {
  const isRead = exchange.request.method === 'GET' || exchange.request.method === 'HEAD';
  const form = isRead ? (always ?? keysRead) : always;
  if (form && !form.test(exchange.path('id'))) throw new ApiError('notFound');
  const keys = exchange.keys('id');
  return me ? keys.map((key) => resolveMe(key, exchange.caller, isRead ? 'unauthorized' : 'itemNotFound')) : keys;
}

function routesOf(resource: Resource): Route[] {
  const [tag, noun, plural] = resource.words;
  const subject = { tag, noun, plural, collection: resource.collection ?? null };
  const list = resource.path;
  const item = `${list}/:id`;
  const all: Route[] = [
    {
      method: 'GET',
      path: list,
      wire: itemsWire.listItems(subject),
      cached: true,
      handle: (exchange) => answerList(exchange, collectionAt(exchange, resource)),
    },
    {
      method: 'GET',
      path: item,
      ...(resource.me && { freeFor: 'users' }),
      ...(resource.takesPreview && { takesPreview: true }),
      wire: itemsWire.readItems(subject),
      cached: true,
      handle: (exchange) => answerKeys(exchange, collectionAt(exchange, resource), keysAt(exchange, resource)),
    },
    {
      method: 'POST',
      path: list,
      wire: itemsWire.createItems(subject),
      handle: async (exchange) =>
        showWritten(
          await createItems(exchange.context(), collectionAt(exchange, resource), exchange.body(), exchange.query()),
        ),
    },
    {
      method: 'PATCH',
      path: list,
      wire: itemsWire.updateEachItem(subject),
      handle: async (exchange) =>
        showWritten(
          await updateEach(exchange.context(), collectionAt(exchange, resource), exchange.body(), exchange.query()),
        ),
    },
    {
      method: 'PATCH',
      path: item,
      wire: itemsWire.updateItems(subject),
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
      wire: itemsWire.deleteItems(subject),
      handle: async (exchange) => {
        await deleteItems(exchange.context(), collectionAt(exchange, resource), keysAt(exchange, resource));
        return DELETED;
      },
    },
  ];
  const own = all.filter(({ method, path }) => resource[path === list ? 'list' : 'item'].includes(method));
  return resource.planned ? own.map((route) => (route.method === 'GET' ? route : planned(route))) : own;
}

export const itemRoutes: readonly Route[] = resources.flatMap(routesOf);
