import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { corsOf, type ProjectConfig } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { identify } from '../services/auth/identify.ts';
import { isAdmin, PUBLIC } from '../services/caller.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { envelope, failure } from './envelope.ts';
import { Exchange } from './exchange.ts';
import { allowOrigin, answerPreflight } from './hooks/cors.ts';
import { toApiError } from './hooks/errors.ts';
import { logRequest } from './hooks/log.ts';
import { parseBodies } from './hooks/parse-body.ts';
import { namedProject } from './named-project.ts';
import type { Answer, Route } from './route.ts';
import { type FileBody, prepareFile } from './send-file.ts';
import { streamedBody } from './streamed-body.ts';
import { Timing } from './timing.ts';
import { tokenOf } from './token.ts';

const BODY_LIMIT = 32 * 1024 * 1024;
const STALLED_MS = 60_000;
const JSON_TYPE = 'application/json; charset=utf-8';

/** What the HTTP server is made of. */
export interface HttpParts {
  readonly registry: ProjectRegistry;
  readonly log: Logger;
  readonly publicUrl: string | null;
  /** Routes without a project. */
  readonly server: readonly Route[];
  /** Routes below `/:project`. */
  readonly project: readonly Route[];
  /** Routes whose project is named by token, query or header. */
  readonly named: readonly Route[];
  /** Routes whose whole path has the project somewhere in it. */
  readonly placed: readonly Route[];
}

declare module 'fastify' {
  interface FastifyRequest {
    timing: Timing;
    exchange: Exchange | undefined;
  }
}

/** Builds the HTTP server; it does not listen yet. */
export function buildServer(parts: HttpParts): FastifyInstance {
  const app = fastify({
    logger: false,
    bodyLimit: BODY_LIMIT,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 5000, caseSensitive: true },
    requestTimeout: 120_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    frameworkErrors: (_error, _request, reply) => void malformed(reply),
  });
  const allowed = new AllowedMethods();
  parseBodies(app);
  app.register(multipart);
  app.decorateRequest('timing', null as unknown as Timing);
  app.decorateRequest('exchange', undefined);
  app.addHook('onRequest', async (request, reply) => {
    request.timing = new Timing();
    if (request.method === 'OPTIONS') answerPreflight(request, reply, corsOf(configAt(parts, request)));
  });
  app.addHook('onResponse', async (request, reply) =>
    logRequest(parts.log, request, reply, request.timing ?? new Timing()),
  );
  const mount = (routes: readonly Route[], prefix: string, enter: Enter): void => {
    for (const route of routes) {
      const path = `${prefix}${route.path}`;
      allowed.add(route.method, path);
      app.route({
        method: route.method,
        url: path,
        handler: (request, reply) => respond(parts, route, enter, request, reply),
      });
    }
  };
  mount(parts.server, '', async () => {});
  mount(parts.named, '', (exchange) => enterProject(parts, exchange, namedProject(exchange)));
  const enterPlaced: Enter = (exchange) => enterProject(parts, exchange, exchange.path('project'));
  mount(parts.placed, '', enterPlaced);
  mount(parts.project, '/:project', enterPlaced);
  app.setErrorHandler((error, request, reply) => fail(parts, error, request, reply));
  app.setNotFoundHandler((request, reply) => fail(parts, notFound(parts, allowed, request), request, reply));
  return app;
}

/** Answers that are written at once. */
type Plain = Exclude<Answer, { kind: 'stream' | 'file' }>;

type Enter = (exchange: Exchange) => Promise<void>;

async function respond(
  parts: HttpParts,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const exchange = new Exchange(request, reply, request.timing, baseUrl(parts, request));
  request.exchange = exchange;
  if (Object.values(request.params as Record<string, string>).includes('')) throw new ApiError('notFound');
  await enter(exchange);
  request.timing.mark('auth');
  requireAccess(route, exchange);
  const answer = await route.handle(exchange);
  request.timing.mark('work');
  if (answer.kind === 'stream') return sendStream(parts, exchange, await streamedBody(answer, isPublic(exchange)));
  if (answer.kind === 'file') return sendFile(parts, exchange, await prepareFile(exchange, answer));
  return send(parts, exchange, answer);
}

/** Finds the project and the caller. An unknown project is nobody's: error 3. */
async function enterProject({ registry }: HttpParts, exchange: Exchange, key: string | undefined): Promise<void> {
  const project = key === undefined ? undefined : await registry.find(key);
  if (!project) throw new ApiError('unauthorized');
  exchange.enter(project, PUBLIC);
  await project.refresh();
  const { issuer, identities } = project;
  const token = tokenOf(exchange, project.project);
  exchange.enter(project, token ? await identify({ store: project, issuer, identities }, token, new Date()) : PUBLIC);
}

function requireAccess({ access }: Route, { caller }: Exchange): void {
  if (access === 'authenticated' && caller.kind === 'public') throw new ApiError('notAuthenticated');
  if (access === 'admin' && !isAdmin(caller)) throw new ApiError('adminOnly');
}

const isPublic = ({ caller }: Exchange): boolean => caller.kind === 'public';

/** A client that stops reading gives up the list after a while, and with it what it is read from. */
function sendStream(parts: HttpParts, { request, reply }: Exchange, body: Readable): FastifyReply {
  allowOrigin(request, reply, corsOf(configAt(parts, request)));
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return finish(request, reply).code(200).type(JSON_TYPE).send(body);
}

/** What is sent of a file: its other headers are set. */
function sendFile(parts: HttpParts, { request, reply }: Exchange, { status, body }: FileBody): FastifyReply {
  allowOrigin(request, reply, corsOf(configAt(parts, request)));
  return finish(request, reply).code(status).send(body);
}

function send(parts: HttpParts, exchange: Exchange, answer: Plain): FastifyReply {
  const { request, reply } = exchange;
  allowOrigin(request, reply, corsOf(configAt(parts, request)));
  switch (answer.kind) {
    case 'deleted':
      return finish(request, reply).code(204).send();
    case 'nothing':
      return isPublic(exchange)
        ? json(request, reply, 200, '{"public":true}')
        : finish(request, reply).code(204).send();
    case 'text':
      return finish(request, reply).type(answer.type).send(answer.text);
    case 'redirect':
      return finish(request, reply)
        .code(302)
        .header('Location', answer.location)
        .type(JSON_TYPE)
        .send('{"public":true}');
    default:
      return json(request, reply, 200, envelope(answer, isPublic(exchange)));
  }
}

function json(request: FastifyRequest, reply: FastifyReply, status: number, body: string): FastifyReply {
  return finish(request, reply).code(status).type(JSON_TYPE).send(body);
}

function finish(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  request.timing.mark('write');
  return reply
    .header('Server-Timing', request.timing.toString())
    .header('X-Request-Id', request.id)
    .header('X-Content-Type-Options', 'nosniff');
}

/** What cannot even be routed: a path that is no text. */
function malformed(reply: FastifyReply): FastifyReply {
  const error = new ApiError('badRequest', { reason: 'The path is not percent-encoded text' });
  return reply.code(error.status).type(JSON_TYPE).send(failure(error));
}

function fail(parts: HttpParts, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const shown = toApiError(error, request.exchange?.dialect, BODY_LIMIT);
  if (shown.status >= 500) parts.log.error({ err: error, id: request.id }, 'failure');
  allowOrigin(request, reply, corsOf(configAt(parts, request)));
  if (shown.status === 503) reply.header('Retry-After', '1');
  return json(request, reply, shown.status, failure(shown));
}

/** Below an unknown project everything is unauthorized; elsewhere a wrong method is told from a wrong path. */
function notFound(parts: HttpParts, allowed: AllowedMethods, request: FastifyRequest): ApiError {
  const [path = ''] = request.url.split('?', 1);
  const known = configAt(parts, request) !== null;
  const ofServer = ['server', 'interfaces', 'layouts', 'modules', ''].includes(path.split('/')[1] ?? '');
  if ((known || ofServer) && allowed.knows(path)) return new ApiError('methodNotAllowed');
  return new ApiError(known ? 'notFound' : 'unauthorized');
}

/** The configuration of the project that the path names: in its place, else in front. */
function configAt({ registry }: HttpParts, { url, params }: FastifyRequest): ProjectConfig | null {
  const { project } = (params ?? {}) as { readonly project?: string };
  const [first = ''] = url.slice(1).split(/[/?]/, 1);
  return registry.configOf(project ?? first) ?? null;
}

function baseUrl({ publicUrl }: HttpParts, { protocol, host }: FastifyRequest): string {
  return publicUrl ?? `${protocol}://${host}`;
}
