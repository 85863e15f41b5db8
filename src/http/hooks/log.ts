import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { ErrorName } from '../../errors/catalogue.ts';
import { OutdatedSchema } from '../../persistence/current-schema.ts';
import { pathOf, queryStringOf } from '../request-url.ts';
import type { Timing } from '../timing.ts';
import { writeInfo } from './info-line.ts';

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

/** Path parameters that grant access to whoever knows them. */
const SECRET = ['token', 'hash'];

/** Paths of originals, which by default everybody may read who knows their names. */
const ORIGINALS = /^\/(uploads|downloads)\//;

/** The contents of a request's log line. */
interface Line {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly query: string | undefined;
  readonly status: number;
  readonly ms: number;
  readonly ip: string;
}

/** Logs one line per request, without tokens in paths and without values of parameters that could hold a secret. */
export function logRequest(log: Logger, request: FastifyRequest, reply: FastifyReply, timing: Timing): void {
  const { id, method, ip, url } = request;
  const { statusCode: status } = reply;
  const level = status >= 500 && !isIntended(request, status) ? 'error' : 'info';
  if (!log.isLevelEnabled(level)) return;
  logLine(log, level, { id, method, path: safePath(request), query: safeQuery(url), status, ms: timing.total, ip });
}

/** Writes the log line of a request; its parts must be safe to log. */
export function logLine(log: Logger, level: 'error' | 'info', line: Line): void {
  const { id, method, path, query, status, ms, ip } = line;
  const entry = { id, method, path, query, status, ms: Math.round(ms * 100) / 100, ip };
  if (level === 'info') writeInfo(log, entry, 'request');
  else log.error(entry, 'request');
}

/** Whether nothing is broken: the operator wanted it, or another server has changed the schema. */
const isIntended = (request: FastifyRequest, status: number): boolean =>
  isNew(request, status) || WANTED.has(request.failure?.entry) || request.failure instanceof OutdatedSchema;

const WANTED: ReadonlySet<ErrorName | undefined> = new Set(['projectSuspended', 'projectMoving', 'serverStopping']);

/** Whether the server is merely new: it has no projects, or Studio is still being built. */
const isNew = ({ routeOptions: { url } }: FastifyRequest, status: number): boolean =>
  status === 503 && (url === '/server/projects' || url === '/studio/*');

/**
 * The path. For unknown paths, and for those that contain a token or the address of a file, only the route's pattern.
 */
export function safePath({ url, routeOptions, params }: FastifyRequest): string {
  const path = pathOf(url);
  const pattern = routeOptions.url;
  if (pattern === undefined) return `/${path.split('/')[1] ?? ''}/*`;
  const isSecret = params && typeof params === 'object' && SECRET.some((name) => name in params);
  return isSecret || ORIGINALS.test(pattern) ? pattern : path;
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
