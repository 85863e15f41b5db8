import type { CachedAnswer } from '../../projects/answer-cache.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Exchange } from '../exchange.ts';
import { safeQuery } from '../hooks/log.ts';
import { pathOf } from '../request-url.ts';
import { areUsual } from '../usual-parameters.ts';
import type { FastAnswers } from './fast-answers.ts';
import type { FastRequests } from './fast-requests.ts';
import { itemsPath } from './items-path.ts';
import { knownClient } from './known-client.ts';
import { isPlainWrite } from './plain-write.ts';

/** The fast paths, which answer requests without the framework. */
export interface Fast {
  readonly answers: FastAnswers;
  readonly requests: FastRequests;
}

/**
 * Stores the client of a request for items that is about to be answered, with its headers, and the answer if it is
 * cached.
 */
export function rememberClient(
  { answers, requests }: Fast,
  exchange: Exchange,
  cached: CachedAnswer | undefined,
): void {
  const { request, url } = exchange;
  const isKind = isOfItems(exchange) && (request.method === 'GET' || isSimpleWrite(exchange));
  const client = isKind || cached ? knownClient(exchange) : null;
  if (!client) return;
  if (cached) answers.add(request.raw, client, cached, { path: pathOf(url), query: safeQuery(url) });
  if (isKind) requests.add(request.raw, client);
}

/**
 * Whether a request has written one item, with a token in a header, and is answered with the item and its entity tag.
 */
function isSimpleWrite(exchange: Exchange): boolean {
  const { request, reply, inHeader } = exchange;
  const isOfOne = isRecord(request.body) && (request.method === 'POST') === (exchange.path('id') === '');
  return isOfOne && isPlainWrite(request.raw) && inHeader && reply.hasHeader('ETag');
}

/**
 * Whether the route for items answers, has parsed the path in the same way as {@link itemsPath}, and has found no
 * credentials in the query.
 */
function isOfItems(exchange: Exchange): boolean {
  if (!exchange.entered || !areUsual(exchange.parameters)) return false;
  return itemsPath(pathOf(exchange.url))?.list === `/${exchange.project.project}/items/${exchange.path('collection')}`;
}
