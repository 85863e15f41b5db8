import { createCollection } from '../../services/collections/create.ts';
import { deleteCollection } from '../../services/collections/delete.ts';
import { listCollections, readCollections } from '../../services/collections/read.ts';
import { updateCollection } from '../../services/collections/update.ts';
import { planned } from '../planned.ts';
import { DELETED, type Route, show } from '../route.ts';
import { collectionsWire } from '../wire/collections.ts';
import { showPlain } from './show-read.ts';

/** Collections. (Contract, S-20 to S-56.) */
export const collectionRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/collections',
    wire: collectionsWire.list,
    handle: async (exchange) => {
      const { data, meta } = await listCollections(exchange.context(), exchange.query(), exchange.pageUrl());
      return show(data, meta);
    },
  },
  {
    method: 'GET',
    path: '/collections/:collection',
    wire: collectionsWire.read,
    handle: async (exchange) => {
      const { data, meta, version } = await readCollections(
        exchange.context(),
        exchange.keys('collection'),
        exchange.query(),
      );
      return show(data, meta, version);
    },
  },
  planned({
    method: 'POST',
    path: '/collections',
    wire: collectionsWire.create,
    handle: async (exchange) =>
      showPlain(exchange, 'directus_collections', await createCollection(exchange.context(), exchange.object())),
  }),
  planned({
    method: 'PATCH',
    path: '/collections/:collection',
    wire: collectionsWire.update,
    handle: async (exchange) =>
      showPlain(
        exchange,
        'directus_collections',
        await updateCollection(exchange.context(), exchange.path('collection'), exchange.object()),
      ),
  }),
  planned({
    method: 'DELETE',
    path: '/collections/:collection',
    wire: collectionsWire.remove,
    handle: async (exchange) => {
      await deleteCollection(exchange.context(), exchange.path('collection'));
      return DELETED;
    },
  }),
];
