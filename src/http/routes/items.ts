import { ApiError } from '../../errors/api-error.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { createItems, deleteItems, updateEach, updateItems } from '../../services/items/write.ts';
import type { Exchange } from '../exchange.ts';
import { DELETED, type Route } from '../route.ts';
import { answerKeys, answerList, showWritten } from './show-read.ts';

/** The collection of a path; error 201 for those that have routes of their own. */
function collectionAt(exchange: Exchange): string {
  const name = exchange.path('collection');
  if (isSystemCollection(name)) throw new ApiError('systemCollectionAccess', { collection: name });
  return name;
}

/** Items of the collections that users make. (Contract, I-1 to I-6.) */
export const itemRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/items/:collection',
    handle: (exchange) => answerList(exchange, collectionAt(exchange)),
  },
  {
    method: 'POST',
    path: '/items/:collection',
    handle: async (exchange) =>
      showWritten(await createItems(exchange.context(), collectionAt(exchange), exchange.body(), exchange.query())),
  },
  {
    method: 'PATCH',
    path: '/items/:collection',
    handle: async (exchange) =>
      showWritten(await updateEach(exchange.context(), collectionAt(exchange), exchange.body(), exchange.query())),
  },
  {
    method: 'GET',
    path: '/items/:collection/:id',
    handle: (exchange) => answerKeys(exchange, collectionAt(exchange), exchange.keys('id')),
  },
  {
    method: 'PATCH',
    path: '/items/:collection/:id',
    handle: async (exchange) =>
      showWritten(
        await updateItems(
          exchange.context(),
          collectionAt(exchange),
          exchange.keys('id'),
          exchange.body(),
          exchange.query(),
        ),
      ),
  },
  {
    method: 'DELETE',
    path: '/items/:collection/:id',
    handle: async (exchange) => {
      await deleteItems(exchange.context(), collectionAt(exchange), exchange.keys('id'));
      return DELETED;
    },
  },
];
