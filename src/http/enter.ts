import type { FastifyReply, FastifyRequest } from 'fastify';
import { looksLikeApiKey } from '../auth/api-key.ts';
import type { Throttles } from '../auth/throttle.ts';
import { ApiError } from '../errors/api-error.ts';
import { isAdmin, userIdOf } from '../permissions/caller.ts';
import type { Project } from '../projects/project.ts';
import { identify, identifyAgain } from '../services/auth/identify.ts';
import { ANONYMOUS } from '../services/auth/identity.ts';
import { viewing } from '../services/auth/view/apply.ts';
import { previewing } from '../services/previews/apply.ts';
import { Exchange } from './exchange.ts';
import { admit } from './hooks/admit.ts';
import { previewOf } from './hooks/admit-preview.ts';
import { onceClosed } from './once-closed.ts';
import { checkParameters } from './parameters.ts';
import type { Route } from './route.ts';
import type { Running } from './server-parts.ts';
import { credentialOf, viewOf } from './token.ts';

/** Finds what a route works on: the project and the caller, or access to the server. */
export type Enter = (exchange: Exchange, route: Route) => Promise<void>;

/**
 * The exchange of a request, once its project and caller are determined and its access to the route is checked. Error 2
 * if the request names a host that no URL can have. (RFC 9112, section 3.2.)
 */
export async function entered(
  parts: Running,
  route: Route,
  enter: Enter,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Exchange> {
  const exchange = new Exchange(request, reply, parts.publicUrl);
  request.exchange = exchange;
  exchange.presentCaller = async () => {
    await enterAgain(exchange);
    return exchange.caller;
  };
  if (hasEmptyPart(request.params as Readonly<Record<string, string>>)) throw new ApiError('notFound');
  if (!URL.canParse(exchange.baseUrl)) throw new ApiError('badRequest', { reason: 'The host cannot be read' });
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
export async function isAuthenticated(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const exchange = await request.routeOptions.config.enter?.(request, reply);
  return exchange !== undefined && !exchange.isPublic;
}

/** Finds the project and the caller. Throws error 3 for unknown projects. */
export async function enterProject(
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
  const preview = previewOf(exchange, route);
  if (preview !== undefined) return enterPreview(exchange, route, throttles, preview);
  const credential = credentialOf(exchange, project.project);
  const token = credential?.token ?? null;
  if (credential && !credential.inHeader && looksLikeApiKey(credential.token)) throw new ApiError('apiKeyMisplaced');
  const now = new Date();
  const known = identify(project, token, now);
  const identity = known instanceof Promise ? await known : known;
  const view = viewOf(exchange);
  exchange.enter(project, view === undefined ? identity : await viewing(project, identity, view, now), credential);
  if (!exchange.isPublic) admission.recognise(exchange.request.raw, String(userIdOf(exchange.acting)));
  const admitting = admit(exchange, route, throttles);
  if (admitting) await admitting;
}

/**
 * Identifies the caller again once a long body has arrived, or after other slow work: the caller's access may have ended
 * or changed meanwhile. In a view, only the administrator is. Errors 108, 3, 116.
 */
export async function enterAgain(exchange: Exchange, route?: Route): Promise<void> {
  const { entered: project, identity, token } = exchange;
  if (exchange.hasEnded) throw new ApiError('notAuthenticated');
  await project?.refresh();
  if (!project || token === null || exchange.isPublic) return;
  const { viewer } = identity;
  const own = viewer ? { ...identity, caller: viewer, viewer: null } : identity;
  const present = await identifyAgain(project, own, token, new Date());
  if (viewer && !isAdmin(present.caller)) throw new ApiError('viewEnded');
  exchange.enterAgain(viewer ? identity : present);
  if (exchange.hasEnded) throw new ApiError('notAuthenticated');
  if (route) requireAccess(route, exchange);
}

/**
 * Yields the chunks of a long list as long as the caller has the rights that it was begun with. Errors 108, 3, 116 once
 * they have ended or changed.
 */
export async function* whileEntered<T>(exchange: Exchange, chunks: AsyncIterable<T>): AsyncGenerator<T> {
  const rights = rightsIn(exchange);
  let begun = false;
  for await (const chunk of chunks) {
    if (begun) await enterAgain(exchange);
    begun = true;
    if (rightsIn(exchange) !== rights) throw new ApiError('unauthorized');
    yield chunk;
  }
}

const rightsIn = ({ entered, caller }: Exchange): string | undefined => entered?.catalog.policy(caller).digest;

/** A preview takes precedence over a token, because it allows less. */
async function enterPreview(exchange: Exchange, route: Route, throttles: Throttles, preview: string): Promise<void> {
  const { project } = exchange;
  const wanted = { collection: exchange.path('collection'), item: exchange.path('id') };
  const identity = await previewing(project, preview, wanted, new Date());
  exchange.enter(project, identity);
  await admit(exchange, route, throttles);
}

/** The project stays open until the request has ended. */
function keepOpen({ request, reply }: Exchange, project: Project): void {
  const release = project.hold();
  if (request.raw.slot) request.raw.slot.finally(release);
  else onceClosed(reply.raw, release);
}

function requireAccess({ access }: Route, { caller }: Exchange): void {
  if (access === 'authenticated' && caller.kind === 'public') throw new ApiError('notAuthenticated');
  if (access === 'admin' && !isAdmin(caller)) throw new ApiError('adminOnly');
}
