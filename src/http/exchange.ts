import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TObject } from 'typebox';
import type { Dialect } from '../dialects/dialect.ts';
import { ApiError } from '../errors/api-error.ts';
import { unprocessable } from '../errors/unprocessable.ts';
import { type Caller, isAdmin } from '../permissions/caller.ts';
import type { Client, Context, Once, WriteRequest } from '../persistence/context.ts';
import type { PageUrl } from '../persistence/read/meta.ts';
import { withinCap } from '../persistence/read/paging.ts';
import type { Recording } from '../persistence/recording.ts';
import type { Draft } from '../persistence/schema-change/draft.ts';
import type { Project } from '../projects/project.ts';
import type { Query } from '../query/ast.ts';
import { type ParameterMap, textOf } from '../query/parse/parameters.ts';
import { requireStorable } from '../schema/require-storable.ts';
import { ANONYMOUS, type Identity } from '../services/auth/identity.ts';
import { isRecord } from '../shared/is-record.ts';
import { clientAddress, isLoopbackHost, LOCALHOST } from '../shared/loopback.ts';
import type { Shape, ValueOf } from '../wire/shape.ts';
import type { CheckedBody } from '../wire/wire.ts';
import { type Credential, isTokenMember } from './credential.ts';
import { seenStates } from './entity-tags.ts';
import { isRead } from './is-read.ts';
import { ParsedQuery } from './parsed-query.ts';
import type { ReadRequest } from './read-request.ts';
import { pathOf, queryStringOf, rawParameters } from './request-url.ts';
import { RequestedPage } from './requested-page.ts';

/** The client of a request, computed on demand because most reads do not need it. */
class RequestClient implements Client {
  readonly #exchange: Exchange;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  get ip(): string {
    return clientAddress(this.#exchange.request.ip);
  }

  get userAgent(): string {
    return this.#exchange.request.headers['user-agent'] ?? '';
  }

  get baseUrl(): string {
    return this.#exchange.baseUrl;
  }

  get linkUrl(): string | null {
    return this.#exchange.linkUrl;
  }
}

/** A request in progress: what is requested, by whom, and in which project. */
export class Exchange implements ReadRequest {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** Messages to the caller in addition to the answer. */
  readonly notes = new Set<string>();
  /** What would make the request faster, for administrators. */
  readonly hints = new Set<string>();
  /** The schema changes that the request has made. */
  readonly entries: number[] = [];
  /** Records what the answer is made from; null unless the answer may be cached. */
  recording: Recording | null = null;
  /** Identifies the caller again; null before the request has been entered. */
  presentCaller: (() => Promise<Caller>) | null = null;
  /** Collects what the request would change in the schema; null if the change is made. */
  draft: Draft | null = null;
  readonly #publicUrl: string | null;
  #parsed: ParsedQuery | undefined;
  #project: Project | undefined;
  #identity: Identity = ANONYMOUS;
  #credential: Credential | null = null;
  #hasEnded = false;
  #checked: { readonly body: CheckedBody; readonly sent: unknown } | undefined;

  constructor(request: FastifyRequest, reply: FastifyReply, publicUrl: string | null) {
    this.request = request;
    this.reply = reply;
    this.#publicUrl = publicUrl;
  }

  /** Sets the project and the identity of the caller. */
  enter(project: Project, identity: Identity, credential: Credential | null = null): void {
    this.#project = project;
    this.#identity = identity;
    this.#credential = credential;
  }

  /** Sets the identity of the caller anew, from the same credential. */
  enterAgain(identity: Identity): void {
    this.#hasEnded = !this.isPublic && identity.caller.kind === 'public';
    this.#identity = identity;
  }

  /** Whether the caller's access has ended since the request began. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  get project(): Project {
    if (!this.#project) throw new ApiError('unauthorized');
    return this.#project;
  }

  /** Classifies database failures of the project; undefined outside projects. */
  get dialect(): Dialect | undefined {
    return this.#project?.dialect;
  }

  /** The project of the request; null if it has none. */
  get entered(): Project | null {
    return this.#project ?? null;
  }

  /** The project if it has extensions. */
  get extended(): Project | null {
    return this.#project?.extensions ? this.#project : null;
  }

  get caller(): Caller {
    return this.#identity.caller;
  }

  /** Whether the caller has no account. */
  get isPublic(): boolean {
    return this.caller.kind === 'public';
  }

  /** Who makes the request. In a view, this is the administrator, while the caller is the user whose view it is. */
  get acting(): Caller {
    return this.#identity.viewer ?? this.caller;
  }

  get identity(): Identity {
    return this.#identity;
  }

  /** Whether the request carries a session cookie and no token that takes precedence. */
  get byCookie(): boolean {
    return this.#credential?.byCookie === true;
  }

  /** Whether the request carries its token in the header `Authorization`. */
  get inHeader(): boolean {
    return this.#credential?.inHeader === true;
  }

  /** The token of the request. */
  get token(): string | null {
    return this.#credential?.token ?? null;
  }

  get url(): string {
    return this.request.url;
  }

  /** The server's URL without trailing slash. Requests of HTTP/1.0, such as those of health checks, may name no host. */
  get baseUrl(): string {
    const { protocol, host } = this.request;
    // Proxies may write the scheme in capitals, too.
    return this.#publicUrl ?? `${protocol.toLowerCase()}://${host || LOCALHOST}`;
  }

  /**
   * Like {@link baseUrl}, but null unless links that contain secrets may point there. Anybody can write anything into
   * the `Host` header; a link to this machine alone harms nobody else.
   */
  get linkUrl(): string | null {
    return this.#publicUrl ?? (isLoopbackHost(this.request.hostname) ? this.baseUrl : null);
  }

  /** Query parameters, parsed by PHP's rules. */
  get parameters(): ParameterMap {
    return this.#parse().parameters;
  }

  /** The text of a query parameter. */
  parameter(name: string): string | undefined {
    return textOf(this.parameters[name]);
  }

  /** The parsed query of a list request. Throws error 12 if a write has grouping parameters. */
  query(): Query {
    const { query } = this.#parse();
    if (query.grouping && !isRead(this.request.method))
      throw unprocessable('Only lists have groups: leave out aggregate and groupBy');
    return withinCap(this.project.catalog.settings, query);
  }

  /** A named path segment. */
  path(name: string): string {
    return (this.request.params as Record<string, string>)[name] ?? '';
  }

  /** The keys of a path segment, separated by commas. */
  keys(name: string): string[] {
    return this.path(name).split(',');
  }

  /** The parsed body without the member for a token, which is not a value to store. (Contract, A-1.) */
  get payload(): unknown {
    const { body } = this.request;
    if (!isRecord(body) || !isTokenMember(body.access_token)) return body;
    const { access_token: _token, ...payload } = body;
    return payload;
  }

  /** The body, which must be an object or a list. Error 13. */
  body(): Record<string, unknown> | unknown[] {
    const body = this.payload;
    if (isRecord(body) || Array.isArray(body)) return body;
    throw new ApiError(this.request.bodyFault ?? (body === undefined ? 'bodyMissing' : 'invalidPayload'));
  }

  /** The body, which must be an object. Error 13. */
  object(): Record<string, unknown> {
    const body = this.body();
    return Array.isArray(body) ? { ...body } : body;
  }

  /** The body, or an empty object if there is none that can be used. (Contract, R-35.) */
  objectOrNone(): Record<string, unknown> {
    const body = this.payload;
    return isRecord(body) ? body : {};
  }

  /** The body of a route with a fixed shape, before it is checked. Error 13. */
  unchecked({ optional }: CheckedBody): Record<string, unknown> {
    return optional ? this.objectOrNone() : this.object();
  }

  /** Records that a body has the shape of its route. */
  accept(body: CheckedBody, sent: Record<string, unknown>): void {
    this.#checked = { body, sent };
  }

  /** The body, after the check against the shape of its route. */
  sent<Sent extends Shape<TObject>>(body: CheckedBody<Sent>): ValueOf<Sent> {
    if (this.#checked?.body !== body) throw new ApiError('internal');
    return this.#checked.sent as ValueOf<Sent>;
  }

  /** The context for use cases. */
  context(): Context {
    return {
      store: this.project,
      caller: this.caller,
      client: new RequestClient(this),
      now: new Date(),
      write: this.#write(),
      notes: this.notes,
      entries: this.entries,
      ...(this.presentCaller && { presentCaller: this.presentCaller }),
      ...(isAdmin(this.caller) && { hints: this.hints }),
      ...(this.recording && { recording: this.recording }),
      ...(this.draft && { draft: this.draft }),
    };
  }

  #write(): WriteRequest {
    const { 'if-match': seen } = this.request.headers;
    return {
      comment: this.#reason(),
      skipActivity: isAdmin(this.caller) && this.parameter('activity_skip') === '1',
      ...this.#once(),
      ...(seen !== undefined && seenStates(seen)),
    };
  }

  /** Why something is written, to be recorded with it. Error 4. */
  #reason(): string | null {
    const comment = this.parameter('comment') || null;
    return comment === null || isRead(this.request.method) ? comment : requireStorable('comment', comment);
  }

  /** The position of a list, for the links in its metadata. */
  pageUrl(): PageUrl {
    return new RequestedPage(this);
  }

  /** Requests with the same idempotency key count as the same only if caller and path are equal. */
  #once(): { readonly once?: Once } {
    const { method, headers } = this.request;
    const key = headers['idempotency-key'];
    if (key === undefined || method !== 'POST' || this.draft) return {};
    if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) throw new ApiError('idempotencyKeyInvalid');
    return {
      once: { key, path: pathOf(this.request.url), sent: [rawParameters(this.request.url), this.payload] },
    };
  }

  #parse(): ParsedQuery {
    this.#parsed ??= ParsedQuery.of(queryStringOf(this.request.url));
    return this.#parsed;
  }
}
