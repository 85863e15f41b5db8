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
  const level = statusCode >= 500 && !isUninstalled(request, statusCode) ? 'error' : 'info';
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

/** A server without projects is new, and not broken. */
const isUninstalled = ({ routeOptions: { url } }: FastifyRequest, status: number): boolean =>
  status === 503 && url === '/server/projects';

/** The path; of one that no route knows, or that bears a token, no more than what the routes themselves are made of. */
function safePath({ url, routeOptions, params }: FastifyRequest): string {
  const [path = ''] = url.split('?', 1);
  const pattern = routeOptions.url;
  if (pattern === undefined) return `/${path.split('/')[1] ?? ''}/*`;
  return params && typeof params === 'object' && 'token' in params ? pattern : path;
}

function safeQuery(url: string): string | undefined {
  const mark = url.indexOf('?');
  if (mark < 0) return undefined;
  const parts = url.slice(mark + 1).split('&');
  return parts
    .map((part) => (PLAIN.has(part.split('=', 1)[0] ?? '') ? part : `${(part.split('=', 1)[0] ?? '').slice(0, 100)}=*`))
    .join('&');
}
