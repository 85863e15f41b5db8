import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { asText } from '../shared/text.ts';
import { requestArrived } from '../shared/turn.ts';
import { Admission } from './admission/admission.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { type Enter, entered, enterProject, isAuthenticated } from './enter.ts';
import { type Allowed, fail, malformed, noteFailed, notFound } from './fail.ts';
import { FastAnswers } from './fast-answers.ts';
import { notifyOfAnswer } from './filter-answer.ts';
import { limitBodyTime } from './hooks/body-time.ts';
import { ClientErrors } from './hooks/client-errors.ts';
import { limitConnections } from './hooks/connections.ts';
import { answerPreflight } from './hooks/cors.ts';
import { endConnections } from './hooks/end-connections.ts';
import { logRequest } from './hooks/log.ts';
import { parseBodies } from './hooks/parse-body.ts';
import { receiveBodies } from './hooks/receive-body.ts';
import { namedProject } from './named-project.ts';
import { respond } from './respond.ts';
import type { Route } from './route.ts';
import { RoutePaths } from './route-paths.ts';
import { corsAt, type HttpParts, type Running } from './server-parts.ts';
import { serveStaticFolders } from './static-routes.ts';
import { framesAt } from './studio/frames.ts';
import { Timing } from './timing.ts';

/** Maximum time for a request to arrive. */
const UPLOAD_MS = 3_600_000;
const KEEP_ALIVE_MS = 72_000;

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
    schemaController: { compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas } },
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
    if (request.exchange?.extended) notifyOfAnswer(request.exchange);
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

/** Bodies are checked by the routes' own descriptions: the framework's compilers of schemas stay unloaded. */
const noSchemas = (): never => {
  throw new ApiError('internal');
};

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
