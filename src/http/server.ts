import { randomUUID } from 'node:crypto';
import { createServer, maxHeaderSize, type RequestListener, type Server } from 'node:http';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { asText } from '../shared/text.ts';
import { HOUR_MS } from '../shared/time-units.ts';
import { requestArrived } from '../shared/turn.ts';
import { Admission } from './admission/admission.ts';
import { endIdleConnections } from './close.ts';
import { isAuthenticated } from './enter.ts';
import { malformed, noteFailed } from './fail.ts';
import { FailureLog } from './failure-log.ts';
import { FastAnswers } from './fast/fast-answers.ts';
import { FastRequests } from './fast/fast-requests.ts';
import { notifyOfAnswer } from './filter-answer.ts';
import { limitBodyTime } from './hooks/body-time.ts';
import { ClientErrors } from './hooks/client-errors.ts';
import { limitConnections } from './hooks/connections.ts';
import { answerPreflight } from './hooks/cors.ts';
import { endConnections } from './hooks/end-connections.ts';
import { readForwardedAddresses } from './hooks/forwarded-addresses.ts';
import { isAmbiguous } from './hooks/is-ambiguous.ts';
import { logRequest } from './hooks/log.ts';
import { parseBodies } from './hooks/parse-body.ts';
import { endPipelined } from './hooks/pipelined.ts';
import { receiveBodies } from './hooks/receive-body.ts';
import { admitting, mountAll } from './mount.ts';
import { readablePath } from './readable-path.ts';
import { readAbsoluteUrl, withOneSlash } from './request-url.ts';
import { RoutePaths } from './route-paths.ts';
import { corsAt, type HttpParts, type Running } from './server-parts.ts';
import { Timing } from './timing.ts';

/** The maximum time for a request to arrive. */
const UPLOAD_MS = HOUR_MS;
const KEEP_ALIVE_MS = 72_000;

/** Builds the HTTP server; it does not listen yet. */
export function buildServer(given: HttpParts): FastifyInstance {
  const closing = new AbortController();
  const parts = runningOf(given, closing.signal);
  const clientErrors = new ClientErrors();
  const app = frameworkOf(parts, clientErrors);
  parts.fast.answers.intercept(app.server);
  app.addHook('preClose', async () => {
    closing.abort();
    await endIdleConnections(app.server, parts.times.idleMs);
  });
  app.server.on('request', (request, answer) => clientErrors.begin(answer, request.socket));
  // Must come before the framework's handlers of the request.
  endPipelined(app.server);
  app.server.prependListener('request', requestArrived);
  if (parts.trustedProxies.length > 0) readForwardedAddresses(app.server);
  // Node would answer 417 without a body. An unknown expectation is ignored like any unknown header.
  app.server.on('checkExpectation', (request, answer) => app.server.emit('request', request, answer));
  app.server.on('connection', () => parts.admission.connected());
  limitConnections(app.server, parts.connections, parts.trustedProxies);
  parseBodies(app, parts.publicUrl);
  limitBodyTime(app, parts.times.bodyMs);
  receiveBodies(app, { limits: parts.bodies, isAuthenticated, admit: admitting(parts) });
  app.register(multipart);
  observe(app, parts);
  endConnections(app, parts.times, closing.signal);
  mountAll(app, parts);
  return app;
}

function runningOf(given: HttpParts, closing: AbortSignal): Running {
  const admission = new Admission({
    limits: given.requests,
    isProject: (key) => given.registry.configOf(key) !== undefined,
    trustedProxies: given.trustedProxies,
    log: given.log,
    refused: () => given.metrics.refused(),
  });
  const direct = { ...given, stalledMs: given.times.stalledMs, keepAliveMs: KEEP_ALIVE_MS, admission, closing };
  const answers = new FastAnswers(direct);
  const requests = new FastRequests({ ...direct, answers });
  return {
    ...given,
    admission,
    paths: new RoutePaths(given),
    fast: { answers, requests },
    failures: new FailureLog(given.log),
    closing,
  };
}

function frameworkOf(parts: Running, clientErrors: ClientErrors): FastifyInstance {
  return fastify({
    logger: false,
    trustProxy: parts.trustedProxies.length > 0 ? [...parts.trustedProxies] : false,
    bodyLimit: parts.bodies.bytes,
    rewriteUrl: ({ url = '' }) => readablePath(url),
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildValidator: () => noSchemas, buildSerializer: () => noSchemas } },
    routerOptions: { maxParamLength: maxHeaderSize, caseSensitive: true },
    serverFactory: (handle) => admittingServer(parts, clientErrors, handle),
    clientErrorHandler: (error, socket) => clientErrors.answer(error, socket),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void malformed(reply),
  });
}

/** Builds a server that passes requests to `handle` once they are admitted. */
function admittingServer(
  { times, admission, fast }: Running,
  clientErrors: ClientErrors,
  handle: RequestListener,
): Server {
  const { headersMs: headersTimeout, checkMs: connectionsCheckingInterval } = times;
  const options = { headersTimeout, connectionsCheckingInterval, requestTimeout: UPLOAD_MS, requireHostHeader: false };
  const server = createServer({ ...options, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (isAmbiguous(request)) return clientErrors.answer(new Error('ambiguous'), request.socket);
    readAbsoluteUrl(request);
    request.url = withOneSlash(request.url ?? '');
    admission.receive(request, response, () =>
      fast.requests.answer(request, response, () => handle(request, response)),
    );
  });
  // The bytes of headers are bounded already. Node would silently drop headers after the first thousand, even a
  // condition or the client's address from a proxy.
  server.maxHeadersCount = 0;
  return server;
}

/** Starts a timing for each request, answers those that need no route, and logs the outcome. */
function observe(app: FastifyInstance, parts: Running): void {
  app.decorateRequest('timing', null as unknown as Timing);
  app.decorateRequest('exchange', undefined);
  app.decorateRequest('failure', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.timing = new Timing();
    if (request.raw.isRefused) done(new ApiError('projectBusy'));
    else if (request.method === 'OPTIONS') answerPreflight(request, reply, corsAt(parts, request));
    else done();
  });
  app.addHook('onSend', (request, _reply, payload, done) =>
    done(null, request.method === 'HEAD' ? bodyOfHead(payload) : payload),
  );
  app.addHook('onResponse', (request, reply, done) => {
    reportAnswer(parts, request, reply);
    done();
  });
}

/**
 * The body of an answer to HEAD, which is not sent. Without a body, as for 304, the framework would claim that the body
 * for GET has no bytes. (RFC 9110, section 8.6.)
 */
const bodyOfHead = (payload: unknown): unknown => payload ?? Readable.from([]);

function reportAnswer(parts: Running, request: FastifyRequest, reply: FastifyReply): void {
  logRequest(parts.log, request, reply, request.timing ?? new Timing());
  if (request.timing && !isEventStream(reply)) parts.metrics.answered(request.timing.total, reply.statusCode);
  if (reply.statusCode >= 400) noteFailed(parts, request, reply.statusCode);
  if (request.exchange?.extended) notifyOfAnswer(request.exchange);
}

/** The routes' own descriptions check bodies, so the framework's schema compilers are never loaded. */
const noSchemas = (): never => {
  throw new ApiError('internal');
};

/** Event streams last as long as their client listens. */
const isEventStream = (reply: FastifyReply): boolean =>
  asText(reply.getHeader('content-type') ?? '').startsWith('text/event-stream');
