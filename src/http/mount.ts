import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.ts';
import { AllowedMethods } from './allowed-methods.ts';
import { type Enter, entered, enterProject } from './enter.ts';
import type { Exchange } from './exchange.ts';
import { type Allowed, fail, notFound } from './fail.ts';
import { namedProject } from './named-project.ts';
import { respond } from './respond.ts';
import type { Route } from './route.ts';
import type { Running } from './server-parts.ts';
import { serveStaticFolders } from './static-routes.ts';
import { framesAt } from './studio/frames.ts';

/** Mounts the routes of the server, those with the project anywhere in the path, and those below a project. */
export function mountAll(app: FastifyInstance, parts: Running): void {
  const allowed: Allowed = { server: new AllowedMethods(), project: new AllowedMethods() };
  const enterPlaced = placed(parts, allowed);
  const mount = mounting(app, parts);
  mount(parts.server, '', allowed.server, (exchange, route) => enterServer(parts, exchange, route));
  mount(parts.named, '', allowed.server, (exchange, route) =>
    enterProject(parts, exchange, route, namedProject(exchange, parts.registry)),
  );
  mount(parts.placed, '', allowed.project, enterPlaced);
  mount(parts.project, '/:project', allowed.project, enterPlaced);
  serveStaticFolders(app, parts.folders, (path) => framesAt(parts.registry, path));
  const missing = (request: FastifyRequest, reply: FastifyReply): ApiError => notFound(parts, allowed, request, reply);
  // Where there is no route, that takes precedence over what the framework finds wrong with the request.
  app.setErrorHandler((error, request, reply) =>
    fail(parts, request.is404 && !(error instanceof ApiError) ? missing(request, reply) : error, request, reply),
  );
  app.setNotFoundHandler({ preHandler: admitting(parts) }, (request, reply) =>
    fail(parts, missing(request, reply), request, reply),
  );
}

async function enterServer({ paths, access }: Running, { request }: Exchange, route: Route): Promise<void> {
  if (paths.isManagement(request.url)) access.admit(request, route);
  if (route.bearer) await access.requireBearer(request);
}

/** Enters the project in the path before the handler runs. */
const placed =
  (parts: Running, allowed: Allowed): Enter =>
  (exchange, route) => {
    const { request, reply } = exchange;
    if (parts.paths.isServers(request.url)) throw notFound(parts, allowed, request, reply);
    return enterProject(parts, exchange, route, exchange.path('project'));
  };

type Mount = (routes: readonly Route[], prefix: string, methods: AllowedMethods, enter: Enter) => void;

const mounting =
  (app: FastifyInstance, parts: Running): Mount =>
  (routes, prefix, methods, enter) => {
    for (const [path, route] of routes.flatMap((route) => pathsOf(prefix, route))) {
      const exposeHeadRoute = route.method === 'GET' && !route.acts;
      methods.add(route.method, path);
      if (exposeHeadRoute) methods.add('HEAD', path);
      app.route({
        method: route.method,
        url: path,
        exposeHeadRoute,
        config: {
          enter: (request, reply) => entered(parts, route, enter, request, reply),
          streamsForms: route.wire.body?.types?.includes('multipart/form-data') ?? false,
        },
        ...(route.method !== 'GET' && { preHandler: admitting(parts) }),
        handler: (request, reply) => respond(parts, route, enter, request, reply),
      });
    }
  };

/** Paths of projects work with and without a trailing slash. */
function pathsOf(prefix: string, route: Route): (readonly [path: string, route: Route])[] {
  const path = `${prefix}${route.path}`;
  return route.path === '/' && prefix !== ''
    ? [[path, route] as const, [prefix, route] as const]
    : [[path, route] as const];
}

/** Waits until a request with a body is admitted. */
export const admitting =
  ({ admission }: Running) =>
  async ({ raw }: FastifyRequest, reply: FastifyReply): Promise<void> =>
    admission.admit(raw, reply.raw);
