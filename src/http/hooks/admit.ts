import { isListed } from '../../auth/ip-list.ts';
import { networkOf } from '../../auth/network-of.ts';
import type { Left, Throttles } from '../../auth/throttle.ts';
import { corsOf } from '../../config/project-config.ts';
import { type RateLimits, rateLimitsOf } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import { roleOf, userIdOf } from '../../permissions/caller.ts';
import { NO_RULES } from '../../schema/role-rules.ts';
import type { Exchange } from '../exchange.ts';
import { exposeHeader } from '../expose-header.ts';
import type { Route } from '../route.ts';
import { foreignOrigin } from '../same-origin.ts';
import { countKey, refuseKey } from './admit-key.ts';
import { refuseView } from './admit-view.ts';

/**
 * Checks whether a caller may send this request now and from there: by the addresses of the role, the origin of a
 * cookie, and the number of requests. Null if nothing has to be waited for. Errors 19, 10, 7. (Contract, A-90, R-64 and
 *
 */
export function admit(exchange: Exchange, route: Route, throttles: Throttles): Promise<void> | null {
  const { path } = route;
  const { key, viewer } = exchange.identity;
  if (key) refuseKey(exchange, route, key);
  if (viewer) refuseView(exchange, route);
  const signsIn = path.startsWith('/auth/');
  if (!signsIn) refuseLocation(exchange);
  refuseForeignOrigin(exchange);
  const limits = rateLimitsOf(exchange.project.config);
  const isCounted = exchange.caller.kind === 'public' || limits.requests !== null;
  const counting = isCounted ? () => count(exchange, throttles, path, limits) : null;
  if (key === null || key.rateLimit === null) return counting?.() ?? null;
  return countKey(exchange, throttles, key).then(counting);
}

function refuseLocation({ project, identity: { pending }, acting, request }: Exchange): void {
  const { allowedFrom } = project.catalog.roles.get(roleOf(pending ?? acting)) ?? NO_RULES;
  if (allowedFrom.length > 0 && !isListed(request.ip, allowedFrom)) throw new ApiError('locationNotAllowed');
}

/**
 * Prevents cross-site request forgery, since browsers send cookies regardless of the page. A change with a cookie is
 * accepted only from the server's own origin, from a listed origin, or without an origin (not a browser).
 */
function refuseForeignOrigin({ byCookie, identity, request, project, baseUrl }: Exchange): void {
  if (!byCookie || ['GET', 'HEAD'].includes(request.method)) return;
  if (identity.session === null && identity.caller.kind === 'public') return;
  const listed = corsOf(project.config).origin;
  const origin = foreignOrigin(request, [request.host, new URL(baseUrl).host], listed);
  if (origin !== null) throw new ApiError('foreignOrigin', { origin: origin.slice(0, 60) });
}

async function count(
  { project, acting, request, reply }: Exchange,
  throttles: Throttles,
  path: string,
  limits: RateLimits,
): Promise<void> {
  const { requests } = limits;
  const isStranger = acting.kind === 'public';
  const address = networkOf(request.ip);
  if (isStranger) await countStranger(`${project.project}|${address}`, request.method, path, limits, throttles);
  if (!requests) return;
  const throttle = throttles.of('requests', requests);
  const say = (left: Left): void => sayLeft(reply, requests.points, left);
  const take = (key: string): Promise<Left> =>
    throttle.take(`${project.project}|${key}`).catch((error: unknown) => {
      if (error instanceof ApiError && error.retryAfter !== null) say({ points: 0, ms: error.retryAfter * 1000 });
      throw error;
    });
  say(await take(`ip|${address}`));
  if (!isStranger) await take(`user|${userIdOf(acting)}`);
}

/** Tells the client what is left of its requests, also if nothing is. (Contract, R-70.) */
function sayLeft(reply: Exchange['reply'], limit: number, { points, ms }: Left): void {
  const left = { Limit: limit, Remaining: points, Reset: Math.ceil((Date.now() + ms) / 1000) };
  for (const [name, value] of Object.entries(left)) {
    reply.header(`X-RateLimit-${name}`, String(value));
    exposeHeader(reply, `X-RateLimit-${name}`);
  }
}

/** Expensive routes, which hash or send mail, by group; they get stricter limits. */
const COSTLY: readonly (readonly [group: string, pattern: RegExp])[] = [
  ['utils', /^[A-Z]+ \/utils\//],
  ['passwords', /^POST \/auth\/password\//],
  ['invitations', /^[A-Z]+ \/users\/invite\/:token$/],
  ['users', /^POST \/users$/],
];

/** GraphQL also reads by `POST`; permissions decide what it writes. */
const READS = /^(?:(?:GET|HEAD|OPTIONS) |POST \/gql$)/;

async function countStranger(
  key: string,
  method: string,
  path: string,
  { strangers, strangersWrites }: Pick<RateLimits, 'strangers' | 'strangersWrites'>,
  throttles: Throttles,
): Promise<void> {
  const requested = `${method} ${path}`;
  if (!READS.test(requested)) await throttles.of('strangers-writes', strangersWrites).take(key);
  const costly = COSTLY.find(([, pattern]) => pattern.test(requested));
  if (costly) await throttles.of('strangers', strangers).take(`${key}|${costly[0]}`);
}
