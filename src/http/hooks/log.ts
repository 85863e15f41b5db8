import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ErrorName } from '../../errors/catalogue.ts';
import { pathOf, queryStringOf } from '../request-url.ts';
import type { Timing } from '../timing.ts';

/** Parameters whose values are harmless to log. */
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

/** Parameters of paths that open what they name to whoever knows them. */
const SECRET = ['token', 'hash'];

/** Logs one line per request, without values of parameters that could hold a secret, and without tokens in paths. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply, timing: Timing): void {
  const { statusCode } = reply;
  const level = statusCode >= 500 && !isIntended(request, statusCode) ? 'error' : 'info';
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

/** What the operator has suspended is not broken, either. */
const isIntended = (request: FastifyRequest, status: number): boolean =>
  isNew(request, status) || SUSPENDED.has(request.failure?.entry);

const SUSPENDED: ReadonlySet<ErrorName | undefined> = new Set(['projectSuspended', 'projectMoving']);

/** A server without projects, or whose Studio is being built, is new, not broken. */
const isNew = ({ routeOptions: { url } }: FastifyRequest, status: number): boolean =>
  status === 503 && (url === '/server/projects' || url === '/studio/*');

/** The path; for unknown paths, or those with a token or the address of a file, only the route's pattern. */
export function safePath({ url, routeOptions, params }: FastifyRequest): string {
  const path = pathOf(url);
  const pattern = routeOptions.url;
  if (pattern === undefined) return `/${path.split('/')[1] ?? ''}/*`;
  return params && typeof params === 'object' && SECRET.some((name) => name in params) ? pattern : path;
}

/** A query string without values that could hold a secret. */
export function safeQuery(url: string): string | undefined {
  return url.includes('?') ? queryStringOf(url).split('&').map(safePart).join('&') : undefined;
}

function safePart(part: string): string {
  const equals = part.indexOf('=');
  const name = equals < 0 ? part : part.slice(0, equals);
  return PLAIN.has(name) ? part : `${name.slice(0, 100)}=*`;
}
