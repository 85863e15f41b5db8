import { createCollection } from '../../services/collections/create.ts';
import { deleteCollection } from '../../services/collections/delete.ts';
import { collectionMeta, listCollections, readCollections } from '../../services/collections/read.ts';
import { updateCollection } from '../../services/collections/update.ts';
import type { Exchange } from '../exchange.ts';
import { type Answer, DELETED, type Route, show } from '../route.ts';

function showOne(exchange: Exchange, data: unknown): Answer {
  const query = exchange.query();
  return show(data, query.meta ? collectionMeta(query, null) : undefined);
}

/** Collections. (Specification, "Collections".) */
export const collectionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/collections',
    handle: async (exchange) => {
      const { data, meta } = await listCollections(exchange.context(), exchange.query(), exchange.pageUrl());
      return show(data, meta);
    },
  },
  {
    method: 'GET',
    path: '/collections/:collection',
    handle: (exchange) => {
      const { data, meta } = readCollections(exchange.context(), exchange.keys('collection'), exchange.query());
      return show(data, meta);
    },
  },
  {
    method: 'POST',
    path: '/collections',
    handle: async (exchange) => showOne(exchange, await createCollection(exchange.context(), exchange.object())),
  },
  {
    method: 'PATCH',
    path: '/collections/:collection',
    handle: async (exchange) =>
      showOne(exchange, await updateCollection(exchange.context(), exchange.path('collection'), exchange.object())),
  },
  {
    method: 'DELETE',
    path: '/collections/:collection',
    handle: async (exchange) => {
      await deleteCollection(exchange.context(), exchange.path('collection'));
      return DELETED;
    },
  },
];
