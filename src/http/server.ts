import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { looksLikeApiKey } from '../auth/api-key.ts';
import type { Throttles } from '../auth/throttle.ts';
import { type CorsConfig, corsOf, type ProjectConfig } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ErrorName } from '../errors/catalogue.ts';
import { isAdmin, userIdOf } from '../permissions/caller.ts';
import type { CachedAnswer } from '../projects/answer-cache.ts';
import type { Project } from '../projects/project.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { scimFailure } from '../scim/failure.ts';
import { identify } from '../services/auth/identify.ts';
import { ANONYMOUS } from '../services/auth/identity.ts';
import { viewing } from '../services/auth/view/apply.ts';
import { previewing } from '../services/previews/apply.ts';
import { asText } from '../shared/text.ts';
import { requestArrived } from '../shared/turn.ts';
import type { CheckedBody } from '../wire/wire.ts';
import { Admission } from './admission/admission.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { cacheAnswer, cachedAnswer, isRead, tagOf } from './cached-answers.ts';
import { forbidCaching, noteCaching } from './caching.ts';
import { nameSchemaChanges } from './changes-header.ts';
import { checkBody } from './checked-body.ts';
import { contentDisposition } from './content-disposition.ts';
import { tagAnswer } from './entity-tags.ts';
import { envelope, failure } from './envelope.ts';
import { eventStream } from './event-stream.ts';
import { Exchange } from './exchange.ts';
import { pointToExplanation } from './explain-reference.ts';
import { type ExportFile, writeExport } from './export/write.ts';
import { type FailedRequests, failedRequest } from './failed-requests.ts';
import { FastAnswers } from './fast-answers.ts';
import { filterAnswer, tellOfAnswer } from './filter-answer.ts';
import { hinted } from './hints.ts';
import { admit } from './hooks/admit.ts';
import { previewOf } from './hooks/admit-preview.ts';
import { limitBodyTime } from './hooks/body-time.ts';
import { ClientErrors } from './hooks/client-errors.ts';
import { limitConnections } from './hooks/connections.ts';
import { allowOrigin, answerPreflight } from './hooks/cors.ts';
import { endConnections } from './hooks/end-connections.ts';
import { toApiError } from './hooks/errors.ts';
import { logRequest } from './hooks/log.ts';
import { parseBodies } from './hooks/parse-body.ts';
import { receiveBodies } from './hooks/receive-body.ts';
import type { BodyLimits, ClientTimes, ConnectionLimits, RequestLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import { withNames } from './name-hints.ts';
import { namedProject } from './named-project.ts';
import { checkParameters } from './parameters.ts';
import { ofRejected } from './rejected-token.ts';
import type { Answer, Route } from './route.ts';
import { firstPart, RoutePaths, type RouteTables } from './route-paths.ts';
import { isScimPath, SCIM_TYPE, wantsStandard } from './scim-exchange.ts';
import { type FileBody, prepareFile } from './send-file.ts';
import type { ServerAccess } from './server-access.ts';
import { renewSessionCookie } from './session-cookie.ts';
import { type StaticFolders, serveStaticFolders } from './static-routes.ts';
import { streamedBody } from './streamed-body.ts';
import { framesAt } from './studio/frames.ts';
import { adviceOf, Timing } from './timing.ts';
import { credentialOf, viewOf } from './token.ts';

/** Maximum time for a request to arrive. */
const UPLOAD_MS = 3_600_000;
const KEEP_ALIVE_MS = 72_000;
const JSON_TYPE = 'application/json; charset=utf-8';

/** What the HTTP server is made of. */
interface HttpParts extends RouteTables {
  readonly registry: ProjectRegistry;
  /** Access to routes without a project. */
  readonly access: ServerAccess;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly publicUrl: string | null;
  /** Trusted proxies: addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly throttles: Throttles;
  /** Takes failed requests. */
  readonly failed: FailedRequests;
  readonly bodies: BodyLimits;
  readonly connections: ConnectionLimits;
  readonly requests: RequestLimits;
  readonly times: ClientTimes;
  readonly folders: StaticFolders;
  /** Routes with the project anywhere in the path. */
  readonly placed: readonly Route[];
}

interface Running extends HttpParts {
  readonly admission: Admission;
  readonly paths: RoutePaths;
  readonly fast: FastAnswers;
  /** Aborts when the server stops. */
  readonly closing: AbortSignal;
}

declare module 'fastify' {
  interface FastifyRequest {
    timing: Timing;
    exchange: Exchange | undefined;
    /** What it failed with. */
    failure: ApiError | undefined;
  }
  interface FastifyContextConfig {
    /** Determines project, caller and route, once per request. */
    readonly enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<Exchange>;
  }
}

/** Builds the HTTP server; it does not listen yet. */
export function buildServer(given: HttpParts): FastifyInstance {
  const fast = new FastAnswers({ ...given, stalledMs: given.times.stalledMs });
  const admission = new Admission({
    limits: given.requests,
    isProject: (key) => given.registry.configOf(key) !== undefined,
    trustedProxies: given.trustedProxies,
    log: given.log,
    refused: () => given.metrics.refused(),
  });
  const closing = new AbortController();
  const parts: Running = { ...given, admission, paths: new RoutePaths(given), fast, closing: closing.signal };
  const clientErrors = new ClientErrors();
  const app = fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    bodyLimit: parts.bodies.bytes,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 5000, caseSensitive: true },
    serverFactory: (handle) => {
      const { headersMs: headersTimeout, checkMs: connectionsCheckingInterval } = parts.times;
      const times = { headersTimeout, connectionsCheckingInterval, requestTimeout: UPLOAD_MS };
      return createServer({ ...times, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) =>
        admission.receive(request, response, () => handle(request, response)),
      );
    },
    clientErrorHandler: (error, socket) => clientErrors.answer(error, socket),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void malformed(reply),
  });
  fast.intercept(app.server);
  app.addHook('preClose', async () => {
    fast.close();
    closing.abort();
  });
  const allowed: Allowed = { server: new AllowedMethods(), project: new AllowedMethods() };
  app.server.on('request', (request, answer) => clientErrors.begin(answer, request.socket));
  // Before the handlers of the request.
  app.server.prependListener('request', requestArrived);
  limitConnections(app.server, parts.connections, parts.trustedProxies);
  parseBodies(app, parts.publicUrl);
  limitBodyTime(app, parts.times.bodyMs);
  receiveBodies(app, {
    limits: parts.bodies,
    isAuthenticated,
    admit: ({ raw }, reply) => admission.admit(raw, reply.raw),
  });
  app.register(multipart);
  app.decorateRequest('timing', null as unknown as Timing);
  app.decorateRequest('exchange', undefined);
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.timing = new Timing();
    if (request.raw.isRefused) done(new ApiError('projectBusy'));
    else if (request.method === 'OPTIONS') answerPreflight(request, reply, corsAt(parts, request));
    else done();
  });
  endConnections(app, parts.times);
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(parts.log, request, reply, request.timing ?? new Timing());
    if (request.timing && !isEventStream(reply)) parts.metrics.answered(request.timing.total, reply.statusCode);
    if (reply.statusCode >= 400) noteFailed(parts, request, reply.statusCode);
    if (request.exchange?.extended) tellOfAnswer(request.exchange);
    done();
  });
  const admit = async ({ raw }: FastifyRequest, reply: FastifyReply) => admission.admit(raw, reply.raw);
  const mount = (routes: readonly Route[], prefix: string, methods: AllowedMethods, enter: Enter): void => {
    for (const [path, route] of routes.flatMap((route) => pathsOf(prefix, route))) {
      methods.add(route.method, path);
      app.route({
        method: route.method,
        url: path,
        config: { enter: (request, reply) => entered(parts, route, enter, request, reply) },
        ...(route.method !== 'GET' && { preHandler: admit }),
        handler: (request, reply) => respond(parts, route, enter, request, reply),
      });
    }
  };
  mount(parts.server, '', allowed.server, async ({ request }, route) => {
    if (parts.paths.isManagement(request.url)) parts.access.admit(request, route);
    if (route.bearer) await parts.access.requireBearer(request);
  });
  mount(parts.named, '', allowed.server, (exchange, route) =>
    enterProject(parts, exchange, route, namedProject(exchange, parts.registry)),
  );
  const enterPlaced: Enter = (exchange, route) => {
    const { request, reply } = exchange;
    if (parts.paths.isServers(request.url)) throw notFound(parts, allowed, request, reply);
    return enterProject(parts, exchange, route, exchange.path('project'));
  };
  mount(parts.placed, '', allowed.project, enterPlaced);
  mount(parts.project, '/:project', allowed.project, enterPlaced);
  serveStaticFolders(app, parts.folders, (path) => framesAt(parts.registry, path));
  app.setErrorHandler((error, request, reply) => fail(parts, error, request, reply));
  app.setNotFoundHandler({ preHandler: admit }, (request, reply) =>
    fail(parts, notFound(parts, allowed, request, reply), request, reply),
  );
  return app;
}

/** Events last as long as somebody listens. */
const isEventStream = (reply: FastifyReply): boolean =>
  asText(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');

/** A project's path works with and without trailing slash. */
function pathsOf(prefix: string, route: Route): (readonly [path: string, route: Route])[] {
  const path = `${prefix}${route.path}`;
  return route.path === '/' && prefix !== ''
    ? [[path, route] as const, [prefix, route] as const]
    : [[path, route] as const];
}

/** Answers that are written in one go. */
type Plain = Exclude<Answer, { kind: 'stream' | 'export' | 'file' | 'events' }>;

type Enter = (exchange: Exchange, route: Route) => Promise<void>;

async function respond(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { place } = request.raw;
  place?.begin();
  try {
    return await answered(parts, route, enter, request, reply);
  } finally {
    place?.end();
  }
}

async function answered(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = request.exchange ?? (await entered(parts, route, enter, request, reply));
  const known = cachedAnswer(exchange, route);
  if (known) return sendCached(parts, exchange, known);
  const given = await answerOf(parts, route, exchange);
  const answer = withNotes(exchange.extended ? await filterAnswer(exchange, given) : given, exchange.notes);
  renewSessionCookie(exchange);
  nameSchemaChanges(exchange);
  request.timing.mark('work');
  if (LONG.has(answer.kind)) parts.admission.transfer(request.raw);
  if (answer.kind === 'stream') return sendStream(parts, exchange, await streamedBody(answer, isPublic(exchange)));
  if (answer.kind === 'export') return sendExport(parts, exchange, await writeExport(answer));
  if (answer.kind === 'events') return sendEvents(parts, exchange, answer);
  if (answer.kind === 'file') return sendFile(parts, exchange, await prepareFile(exchange, answer));
  return send(parts, exchange, answer);
}

/** Answers that are sent as fast as their client reads. */
const LONG: ReadonlySet<Answer['kind']> = new Set(['stream', 'export', 'file', 'events']);

/** Adds messages for the caller to an answer. */
function withNotes(answer: Answer, notes: ReadonlySet<string>): Answer {
  if (notes.size === 0 || (answer.kind !== 'data' && answer.kind !== 'stream')) return answer;
  const warnings = [...notes].map((message) => ({ type: 'warning', message, code: NOTE }));
  return { ...answer, messages: [...(answer.messages ?? []), ...warnings] };
}

/** Warning code of accepted but meaningless input: that of the error in a strict project. */
const NOTE = 4;

/** A request with its project and caller, checked for access to the route. */
async function entered(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Exchange> {
  const exchange = new Exchange(request, reply, request.timing, parts.publicUrl);
  request.exchange = exchange;
  if (hasEmptyPart(request.params as Readonly<Record<string, string>>)) throw new ApiError('notFound');
  await enter(exchange, route);
  request.timing.mark('auth');
  requireAccess(route, exchange);
  if (exchange.entered) checkParameters(exchange, exchange.entered, route);
  return exchange;
}

function hasEmptyPart(params: Readonly<Record<string, string>>): boolean {
  for (const name in params) if (params[name] === '') return true;
  return false;
}

/** Whether the request carries a valid token in headers, cookies or query. */
async function isAuthenticated(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const exchange = await request.routeOptions.config.enter?.(request, reply);
  return exchange !== undefined && !isPublic(exchange);
}

/** Keeps a failed request for the administrators of its project. */
function noteFailed(parts: Running, request: FastifyRequest, status: number): void {
  const project = request.exchange?.entered?.project ?? configAt(parts, request)?.project;
  if (project !== undefined) parts.failed.add(project, failedRequest(request, status));
}

/** What the handler answers, or how its failure looks where the route has a shape of its own for it. */
function answerOf(parts: Running, route: Route, exchange: Exchange): Promise<Answer> | Answer {
  const { fails } = route;
  return fails ? answerOrFailure(parts, { ...route, fails }, exchange) : handled(route, exchange);
}

/** What the handler answers, once a body of fixed shape has been checked. */
function handled(route: Route, exchange: Exchange): Promise<Answer> | Answer {
  const { body } = route.wire;
  return body?.check === 'shape' ? handledChecked(route, body, exchange) : route.handle(exchange);
}

async function handledChecked(route: Route, body: CheckedBody, exchange: Exchange): Promise<Answer> {
  route.admit?.(exchange);
  const sent = exchange.unchecked(body);
  await checkBody(body, sent);
  exchange.accept(body, sent);
  return route.handle(exchange);
}

async function answerOrFailure(
  parts: Running,
  route: Route & Required<Pick<Route, 'fails'>>,
  exchange: Exchange,
): Promise<Answer> {
  try {
    return await handled(route, exchange);
  } catch (error) {
    const shown = toApiError(error, exchange.dialect);
    if (shown.status >= 500) parts.log.error({ err: error, id: exchange.request.id }, 'failure');
    exchange.request.failure = shown;
    pointToExplanation(shown, exchange);
    return route.fails(shown, exchange);
  }
}

/** Finds the project and the caller. Unknown projects give error 3. */
async function enterProject(
  { registry, throttles, admission }: Running,
  exchange: Exchange,
  route: Route,
  key: string | undefined,
): Promise<void> {
  const project = key === undefined ? undefined : await registry.find(key);
  if (!project) throw new ApiError('unauthorized');
  keepOpen(exchange, project);
  exchange.enter(project, ANONYMOUS);
  const refreshing = project.refresh();
  if (refreshing) await refreshing;
  const { issuer, identities } = project;
  const preview = previewOf(exchange, route);
  if (preview !== undefined) return enterPreview(exchange, route, throttles, preview);
  const credential = credentialOf(exchange, project.project);
  const token = credential?.token ?? null;
  if (credential && !credential.inHeader && looksLikeApiKey(credential.token)) throw new ApiError('apiKeyMisplaced');
  const now = new Date();
  const known = identify({ store: project, issuer, identities }, token, now);
  const identity = known instanceof Promise ? await known : known;
  const view = viewOf(exchange);
  exchange.enter(
    project,
    view === undefined ? identity : await viewing({ store: project, issuer }, identity, view, now),
    credential,
  );
  if (!isPublic(exchange)) admission.recognise(exchange.request.raw, String(userIdOf(exchange.acting)));
  const admitting = admit(exchange, route, throttles);
  if (admitting) await admitting;
}

/** The preview counts instead of any token: it allows less. */
async function enterPreview(exchange: Exchange, route: Route, throttles: Throttles, preview: string): Promise<void> {
  const { project } = exchange;
  const wanted = { collection: exchange.path('collection'), item: exchange.path('id') };
  const identity = await previewing({ store: project, issuer: project.issuer }, preview, wanted, new Date());
  exchange.enter(project, identity);
  await admit(exchange, route, throttles);
}

/** The project stays open until the request has ended. */
function keepOpen({ request, reply }: Exchange, project: Project): void {
  const release = project.hold();
  if (request.raw.place) request.raw.place.finally(release);
  else reply.raw.once('close', release);
}

function requireAccess({ access }: Route, { caller }: Exchange): void {
  if (access === 'authenticated' && caller.kind === 'public') throw new ApiError('notAuthenticated');
  if (access === 'admin' && !isAdmin(caller)) throw new ApiError('adminOnly');
}

const isPublic = ({ caller }: Exchange): boolean => caller.kind === 'public';

function sendStream(parts: Running, { request, reply }: Exchange, body: Readable, type = JSON_TYPE): FastifyReply {
  allowOrigin(request, reply, corsAt(parts, request));
  return finish(request, reply).code(200).type(type).send(body);
}

/** The events end with the connection, and when the server stops. */
async function sendEvents(
  parts: Running,
  exchange: Exchange,
  answer: Extract<Answer, { kind: 'events' }>,
): Promise<FastifyReply> {
  const { reply } = exchange;
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const body = await eventStream(answer, AbortSignal.any([gone.signal, parts.closing]));
  reply.header('X-Accel-Buffering', 'no');
  return sendStream(parts, exchange, body, 'text/event-stream; charset=utf-8');
}

function sendExport(parts: Running, exchange: Exchange, { type, name, body }: ExportFile): FastifyReply {
  exchange.reply.header('Content-Disposition', contentDisposition(name, true));
  return sendStream(parts, exchange, body, type);
}

/** What is sent of a file: its other headers are set. */
function sendFile(parts: Running, { request, reply }: Exchange, { status, body }: FileBody): FastifyReply {
  allowOrigin(request, reply, corsAt(parts, request));
  return finish(request, reply).code(status).send(body);
}

function send(parts: Running, exchange: Exchange, answer: Plain): FastifyReply {
  const { request, reply } = exchange;
  allowOrigin(request, reply, corsAt(parts, request));
  switch (answer.kind) {
    case 'deleted':
      return finish(request, reply).code(204).send();
    case 'nothing':
      return answer.public || isPublic(exchange)
        ? json(request, reply, 200, '{"public":true}')
        : finish(request, reply).code(204).send();
    case 'text':
      return sendText(exchange, answer);
    case 'document':
      finish(request, reply).code(answer.status).headers(answer.headers);
      return answer.text === null ? reply.send() : reply.type(answer.type).send(answer.text);
    case 'redirect':
      return finish(request, reply)
        .code(302)
        .header('Location', answer.location)
        .type(JSON_TYPE)
        .send('{"public":true}');
    default:
      return sendData(parts, exchange, answer);
  }
}

function sendText({ request, reply }: Exchange, answer: Extract<Answer, { kind: 'text' }>): FastifyReply {
  const { text, type, version } = answer;
  const isKnown = version !== undefined && tagAnswer(request, reply, version);
  finish(request, reply);
  return isKnown ? reply.code(304).send() : reply.type(type).send(text);
}

/** Reads without a version of their own are tagged by what is sent. */
function sendData(parts: Running, exchange: Exchange, answer: Extract<Answer, { kind: 'data' }>): FastifyReply {
  const { request, reply, entered } = exchange;
  const body = envelope(answer, isPublic(exchange));
  const tag = answer.version ?? (entered && isRead(request.method) ? tagOf(body) : null);
  const isKnown = tag !== null && tagAnswer(request, reply, tag);
  const cached = cacheAnswer(exchange, { body, tag });
  finish(request, reply).code(200).type(JSON_TYPE);
  if (cached) parts.fast.add(exchange, cached);
  return isKnown ? reply.code(304).removeHeader('Content-Type').send() : reply.send(body);
}

/** Sends an answer that need not be computed. */
function sendCached(parts: Running, exchange: Exchange, known: CachedAnswer): FastifyReply {
  const { request, reply } = exchange;
  renewSessionCookie(exchange);
  request.timing.mark('cache');
  allowOrigin(request, reply, corsAt(parts, request));
  const { body, tag } = known;
  const isKnown = tagAnswer(request, reply, tag);
  finish(request, reply).code(200).type(JSON_TYPE);
  parts.fast.add(exchange, known);
  return isKnown ? reply.code(304).removeHeader('Content-Type').send() : reply.send(body);
}

function json(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  return finish(request, reply).code(status).type(JSON_TYPE).send(body);
}

function finish(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.timing.mark('write');
  noteCaching(request, reply);
  return reply
    .header('Server-Timing', `${request.timing.toString()}${adviceOf(request.exchange?.hints)}`)
    .header('X-Request-Id', request.id)
    .header('X-Content-Type-Options', 'nosniff');
}

/** A path that cannot be decoded. */
function malformed(reply: FastifyReply): FastifyReply {
  const error = new ApiError('badRequest', { reason: 'The path is not percent-encoded text' });
  return reply.code(error.status).type(JSON_TYPE).send(failure(error));
}

function fail(parts: Running, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { exchange } = request;
  const shown = ofRejected(exchange?.identity.rejected, toApiError(error, exchange?.dialect), reply);
  request.failure = shown;
  if (exchange?.entered) withNames(shown, exchange.entered.catalog, exchange.caller);
  if (shown.entry === 'notInstalled') parts.log.info({ id: request.id }, shown.message);
  else if (shown.status >= 500 && !EXPECTED.has(shown.entry))
    parts.log.error({ err: error, id: request.id }, 'failure');
  allowOrigin(request, reply, corsAt(parts, request));
  forbidCaching(reply);
  if (exchange) pointToExplanation(shown, exchange);
  if (isScimPath(request.url)) return scimFailed(shown, request, reply);
  if (shown.retryAfter !== null) reply.header('Retry-After', String(shown.retryAfter));
  const known = configAt(parts, request) !== null || parts.paths.isServers(request.url);
  return json(
    request,
    reply,
    shown.status,
    failure(hinted(shown, request, { known, paths: parts.paths, projects: () => parts.registry.publicKeys() })),
  );
}

/** Failures that are reported elsewhere, or intended. */
const EXPECTED: ReadonlySet<ErrorName> = new Set(['projectBusy', 'projectSuspended', 'projectMoving']);

/** Unmatched SCIM paths, in the SCIM format if requested. */
function scimFailed(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = scimFailure(error, true);
  return wantsStandard(request.headers.accept)
    ? finish(request, reply).code(status).type(SCIM_TYPE).send(JSON.stringify(body))
    : finish(request, reply).code(error.status).type(SCIM_TYPE).send(failure(error));
}

/** The methods of paths that begin with a name of their own, and those of projects' paths. */
interface Allowed {
  readonly server: AllowedMethods;
  readonly project: AllowedMethods;
}

/** Below an unknown project everything is unauthorized; elsewhere a wrong method is told from a wrong path. */
function notFound(parts: Running, allowed: Allowed, request: FastifyRequest, reply: FastifyReply): ApiError {
  const [path = ''] = request.url.split('?', 1);
  const known = configAt(parts, request) !== null;
  const methods = parts.paths.isServers(path) ? allowed.server.of(path) : known ? allowed.project.of(path) : [];
  if (methods.length > 0) {
    reply.header('Allow', methods.join(', '));
    return new ApiError('methodNotAllowed');
  }
  return new ApiError(known ? 'notFound' : 'unauthorized');
}

/** Which pages may read the answer to a request. */
function corsAt(parts: Running, request: FastifyRequest): CorsConfig {
  const own = parts.paths.isManagement(request.url);
  return own ? parts.access.corsOf(request) : corsOf(configAt(parts, request));
}

/** The configuration of the project that the path names: in its place, else in front. */
function configAt({ registry }: Running, { url, params }: FastifyRequest): ProjectConfig | null {
  const { project } = (params ?? {}) as { readonly project?: string };
  return registry.configOf(project ?? firstPart(url)) ?? null;
}
