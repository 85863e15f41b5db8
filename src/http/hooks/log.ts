import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Timing } from '../timing.ts';

/** Parameters whose values say nothing of anybody. */
const PLAIN: ReadonlySet<string> = new Set([
  'fields',
  'limit',
  'offset',
  'page',
  'sort',
  'status',
  'meta',
  'lang',
  'single',
  'activity_skip',
]);

/** One line per request. Values of parameters that could hold a secret, and tokens in paths, are not in it. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply, timing: Timing): void {
  const { statusCode } = reply;
  const level = statusCode >= 500 ? 'error' : 'info';
  if (!log.isLevelEnabled(level)) return;
  const entry = {
    id: request.id,
    method: request.method,
    path: safePath(request),
    query: safeQuery(request.url),
    status: statusCode,
    ms: Math.round(timing.total * 100) / 100,
    ip: request.ip,
  };
  log[level](entry, 'request');
}

function safePath({ url, routeOptions, params }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  const token = (params as Record<string, string> | undefined)?.token;
  if (token === undefined) return routeOptions.url === undefined ? path.slice(0, 200) : path;
  return routeOptions.url ?? '';
}

function safeQuery(url: string): string | undefined {
  const mark = url.indexOf('?');
  if (mark < 0) return undefined;
  const parts = url.slice(mark + 1).split('&');
  return parts
    .map((part) => (PLAIN.has(part.split('=', 1)[0] ?? '') ? part : `${(part.split('=', 1)[0] ?? '').slice(0, 100)}=*`))
    .join('&');
}
