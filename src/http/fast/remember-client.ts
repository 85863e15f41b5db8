import type { CachedAnswer } from '../../projects/answer-cache.ts';
import type { Exchange } from '../exchange.ts';
import { safeQuery } from '../hooks/log.ts';
import { areUsual } from '../parameters.ts';
import { pathOf } from '../request-url.ts';
import type { FastAnswers } from './fast-answers.ts';
import type { FastReads } from './fast-reads.ts';
import { knownClient } from './known-client.ts';
import { readPath } from './read-path.ts';

/** What answers requests without the framework. */
export interface Fast {
  readonly answers: FastAnswers;
  readonly reads: FastReads;
}

/** Remembers the client of a read whose answer is about to be sent, with its headers, and the answer if it is cached. */
export function rememberClient({ answers, reads }: Fast, exchange: Exchange, cached: CachedAnswer | undefined): void {
  const { request, url } = exchange;
  const path = readPath(pathOf(url));
  const isRead = request.method === 'GET' && (cached !== undefined || isOfItems(exchange, path?.list));
  const client = isRead ? knownClient(exchange) : null;
  if (!client) return;
  if (cached) answers.add(request.raw, client, cached, { path: pathOf(url), query: safeQuery(url) });
  if (path && isOfItems(exchange, path.list)) reads.add(request.raw, path, client);
}

/**
 * Whether the route that answers is that of items, has understood the path in the same way, and has found in the query
 * nothing that tells who asks.
 */
function isOfItems(exchange: Exchange, list: string | undefined): boolean {
  if (!exchange.entered || !areUsual(exchange.parameters)) return false;
  return list === `/${exchange.project.project}/items/${exchange.path('collection')}`;
}
