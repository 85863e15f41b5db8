import { ApiError } from '../../errors/api-error.ts';
import { isSystemCollection } from '../../schema/system/tables.ts';
import { readItemRevisions, readRevisionBack, readRevisionRows } from '../../services/revisions/read.ts';
import { revertItem } from '../../services/revisions/revert.ts';
import type { Shapes } from '../../wire/shape.ts';
import type { Tag } from '../../wire/wire.ts';
import type { Exchange } from '../exchange.ts';
import { exportNamed } from '../export/format.ts';
import type { Answer, Route } from '../route.ts';
import { revisionsWire } from '../wire/revisions.ts';
import { answerKeys, answerList, showList, showWritten } from './show-read.ts';

/** Answers with the revisions of an item, or with an export of them if requested. */
async function answerRevisions(exchange: Exchange, collection: string): Promise<Answer> {
  const format = exportNamed(exchange.parameter('export'));
  const of = { collection, key: exchange.path('id') };
  const [context, query] = [exchange.context(), exchange.query()];
  if (format === null) return showList(await readItemRevisions(context, of, query, exchange.pageUrl()));
  return { kind: 'export', format, name: 'directus_revisions', ...(await readRevisionRows(context, of, query)) };
}

/** Returns the revision routes below an item. */
function below(
  path: string,
  [tag, parts]: readonly [Tag, Shapes],
  collectionAt: (exchange: Exchange) => string,
): Route[] {
  return [
    {
      method: 'GET',
      path: `${path}/:id/revisions`,
      wire: revisionsWire.ofItem(tag, parts),
      handle: (exchange) => answerRevisions(exchange, collectionAt(exchange)),
    },
    {
      method: 'GET',
      path: `${path}/:id/revisions/:offset`,
      wire: revisionsWire.back(tag, parts),
      handle: async (exchange) =>
        showList(
          await readRevisionBack(
            exchange.context(),
            { collection: collectionAt(exchange), key: exchange.path('id') },
            exchange.path('offset'),
            exchange.query(),
          ),
        ),
    },
  ];
}

/** Revisions. (Contract, L-40 to L-54.) */
export const revisionRoutes: readonly Route[] = [
  ...below('/items/:collection', ['items', { collection: revisionsWire.collection }], (exchange) =>
    exchange.path('collection'),
  ),
  ...below('/users', ['users', {}], () => 'directus_users'),
  ...below('/files', ['files', {}], () => 'directus_files'),
  ...below('/webhooks', ['webhooks', {}], () => 'directus_webhooks'),
  {
    method: 'GET',
    path: '/revisions',
    wire: revisionsWire.list,
    handle: (exchange) => answerList(exchange, 'directus_revisions'),
  },
  {
    method: 'GET',
    path: '/revisions/:id',
    wire: revisionsWire.read,
    handle: (exchange) => answerKeys(exchange, 'directus_revisions', exchange.keys('id')),
  },
  {
    method: 'PATCH',
    path: '/items/:collection/:id/revert/:revision',
    wire: revisionsWire.revert,
    handle: async (exchange) => {
      const collection = exchange.path('collection');
      if (isSystemCollection(collection)) throw new ApiError('systemCollectionAccess', { collection });
      return showWritten(
        await revertItem(
          exchange.context(),
          collection,
          exchange.path('id'),
          exchange.path('revision'),
          exchange.query(),
        ),
      );
    },
  },
];
