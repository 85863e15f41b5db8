import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { rateLimitsOf } from '../config/rate-limits.ts';
import { roleOf } from '../permissions/caller.ts';
import type { CachedAnswer } from '../projects/answer-cache.ts';
import type { Project } from '../projects/project.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import type { Identity } from '../services/auth/identity.ts';
import { Lru } from '../shared/lru.ts';
import { steadyTime } from '../shared/steady-time.ts';
import { asText } from '../shared/text.ts';
import { hasTag } from './entity-tags.ts';
import type { Exchange } from './exchange.ts';
import { PREVIEW_HEADER } from './hooks/admit-preview.ts';
import { safeQuery } from './hooks/log.ts';
import type { Metrics } from './metrics.ts';
import { pathOf } from './request-url.ts';
import { endWhenStalled } from './stalled.ts';
import { VIEW_HEADER } from './token.ts';

const CAPACITY = 4_000;
/** Requests with longer headers are not remembered. */
const LONGEST = 4_000;
/** Headers that belong to one answer, and those that Node writes. */
const OWN: ReadonlySet<string> = new Set(['x-request-id', 'server-timing', 'content-length', 'date', 'connection']);
const OF_BODY: ReadonlySet<string> = new Set(['content-type']);

/** A request that was answered, with what must not have changed for the same answer to be right. */
interface Repeatable {
  readonly project: Project;
  readonly token: string | null;
  readonly identity: Identity;
  readonly answer: CachedAnswer;
  /** Headers as a flat list of names and values. */
  readonly headers: readonly string[];
  readonly headersWithoutBody: readonly string[];
  /** What the log shows of it. */
  readonly logged: { readonly path: string; readonly query: string | undefined; readonly ip: string };
}

/** What the server provides. */
interface Parts {
  readonly registry: ProjectRegistry;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trustedProxies: readonly string[];
  readonly stalledMs: number;
}

/**
 * Answers repeated requests before the framework sees them, synchronously and without a query: the same bytes in the
 * request have the same answer while project, caller and cached answer are the same. Whatever is unusual takes the
 * ordinary path.
 */
export class FastAnswers {
  readonly #parts: Parts;
  readonly #known = new Lru<string, Repeatable>(CAPACITY);
  #closing = false;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Puts this before the framework's handler. */
  intercept(server: Server): void {
    const [ordinary] = server.listeners('request') as ((request: IncomingMessage, answer: ServerResponse) => void)[];
    if (!ordinary) return;
    server.removeListener('request', ordinary);
    server.prependListener('request', (request: IncomingMessage, answer: ServerResponse) => {
      if (!this.#answer(request, answer)) ordinary.call(server, request, answer);
    });
  }

  /** Answers take the ordinary path, which ends connections. */
  close(): void {
    this.#closing = true;
  }

  /** Remembers a request that was answered with a cached answer; its headers must be set. */
  add(exchange: Exchange, answer: CachedAnswer): void {
    const { request, reply, project, identity, token } = exchange;
    const key = this.#keyOf(request.raw);
    if (key === null || reply.hasHeader('Set-Cookie') || reply.statusCode >= 300 || !admitsAll(exchange)) return;
    const headers = [...flat(reply.getHeaders(), OWN), 'content-length', String(Buffer.byteLength(answer.body))];
    const headersWithoutBody = flat(reply.getHeaders(), new Set([...OWN, ...OF_BODY]));
    const logged = { path: pathOf(request.url), query: safeQuery(request.url), ip: request.ip };
    this.#known.set(key, { project, token, identity, answer, headers, headersWithoutBody, logged });
  }

  /** True if the request was answered. */
  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const key = request.method === 'GET' && !this.#closing ? this.#keyOf(request) : null;
    const known = key === null ? undefined : this.#known.get(key);
    if (!known || key === null) return false;
    if (!this.#holds(known)) {
      this.#known.delete(key);
      return false;
    }
    this.#send(known, request, response);
    return true;
  }

  #holds({ project, token, identity, answer }: Repeatable): boolean {
    if (!answer.isCurrent || !this.#parts.registry.isCurrent(project) || project.extensions) return false;
    return token === null || project.identities.get(token, steadyTime(new Date()).getTime()) === identity;
  }

  #send(
    { answer, headers, headersWithoutBody, logged }: Repeatable,
    request: IncomingMessage,
    response: ServerResponse,
  ) {
    const start = performance.now();
    const id = randomUUID();
    const condition = request.headers['if-none-match'];
    const isKnown = condition !== undefined && hasTag(condition, answer.tag);
    const status = isKnown ? 304 : 200;
    const list = (isKnown ? headersWithoutBody : headers).slice();
    list.push('x-request-id', id, 'server-timing', `cache;dur=${(performance.now() - start).toFixed(2)}`);
    response.writeHead(status, list);
    response.end(isKnown ? undefined : answer.body);
    if (request.socket.writableLength > 0) endWhenStalled(response, this.#parts.stalledMs, true);
    answer.use(start);
    this.#parts.metrics.answered(performance.now() - start, status);
    this.#log(id, status, start, logged);
  }

  #log(id: string, status: number, start: number, { path, query, ip }: Repeatable['logged']): void {
    const { log } = this.#parts;
    if (!log.isLevelEnabled('info')) return;
    const ms = Math.round((performance.now() - start) * 100) / 100;
    log.info({ id, method: 'GET', path, query, status, ms, ip }, 'request');
  }

  /** Every part of a request that an answer may depend on; null where the request is unusual. */
  #keyOf({ url = '', headers, socket }: IncomingMessage): string | null {
    const { authorization = '', cookie = '', host = '', origin = '' } = headers;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return null;
    if (headers.expect !== undefined || headers.upgrade !== undefined) return null;
    if (headers[VIEW_HEADER] !== undefined || headers[PREVIEW_HEADER] !== undefined) return null;
    const key = `${url}\n${authorization}\n${cookie}\n${host}\n${origin}\n${socket.remoteAddress}`;
    const whole = this.#parts.trustedProxies.length > 0 ? `${key}\n${forwarded(headers)}` : key;
    return whole.length <= LONGEST ? whole : null;
  }
}

/** What proxies say about the client, and about the address that it used. */
function forwarded(headers: IncomingMessage['headers']): string {
  const { 'x-forwarded-for': address, 'x-forwarded-host': host, 'x-forwarded-proto': protocol } = headers;
  return JSON.stringify([address, host, protocol]);
}

/** Whether requests of the caller are neither counted nor refused by address. */
function admitsAll({ project, caller, identity: { key } }: Exchange): boolean {
  const rules = project.catalog.roles.get(roleOf(caller));
  return (
    !rateLimitsOf(project.config).requests &&
    (key === null || (key.rateLimit === null && key.addresses === null)) &&
    (rules?.allowedFrom ?? []).length === 0 &&
    !project.surroundings.watchExtensions
  );
}

function flat(headers: Readonly<Record<string, unknown>>, without: ReadonlySet<string>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => (without.has(name) ? [] : [name, asText(value)]));
}
