import { isListed } from '../../auth/ip-list.ts';
import type { Throttles } from '../../auth/throttle.ts';
import { corsOf } from '../../config/project-config.ts';
import { type RateLimits, rateLimitsOf } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import { roleOf, userIdOf } from '../../permissions/caller.ts';
import { NO_RULES } from '../../schema/role-rules.ts';
import type { Exchange } from '../exchange.ts';
import { foreignOrigin } from '../own-origin.ts';
import type { Route } from '../route.ts';

/**
 * Whether a caller who is known may ask now, and from there: by the addresses of the role, by the origin of a cookie, by
 * the number of requests. Errors 19, 10, 7. (Contract, A-90, R-64 and .)
 */
export async function admit(exchange: Exchange, { path }: Route, throttles: Throttles): Promise<void> {
  const signsIn = path.startsWith('/auth/');
  if (!signsIn) refuseLocation(exchange);
  refuseForeignOrigin(exchange);
  await count(exchange, throttles, path);
}

function refuseLocation({ project, identity: { pending, caller }, request }: Exchange): void {
  const { allowedFrom } = project.catalog.roles.get(roleOf(pending ?? caller)) ?? NO_RULES;
  if (allowedFrom.length > 0 && !isListed(request.ip, allowedFrom)) throw new ApiError('locationNotAllowed');
}

/**
 * Browsers send cookies whoever asks. A change counts only if it comes from the server's own origin, from one that the
 * project lists, or from no browser: that is without an origin.
 */
function refuseForeignOrigin({ byCookie, identity, request, project, baseUrl }: Exchange): void {
  if (!byCookie || ['GET', 'HEAD'].includes(request.method)) return;
  if (identity.session === null && identity.caller.kind === 'public') return;
  const listed = corsOf(project.config).origin;
  const origin = foreignOrigin(request, [request.host, new URL(baseUrl).host], listed);
  if (origin !== null) throw new ApiError('foreignOrigin', { origin: origin.slice(0, 60) });
}

async function count({ project, caller, request, reply }: Exchange, throttles: Throttles, path: string): Promise<void> {
  const { requests, ...limits } = rateLimitsOf(project.config);
  const isStranger = caller.kind === 'public';
  if (isStranger) await countStranger(`${project.project}|${request.ip}`, request.method, path, limits, throttles);
  if (!requests) return;
  const throttle = throttles.of('requests', requests);
  const { points, ms } = await throttle.take(`${project.project}|ip|${request.ip}`);
  reply
    .header('X-RateLimit-Limit', String(requests.points))
    .header('X-RateLimit-Remaining', String(points))
    .header('X-RateLimit-Reset', String(Math.ceil((Date.now() + ms) / 1000)));
  if (!isStranger) await throttle.take(`${project.project}|user|${userIdOf(caller)}`);
}

/** Routes that hash, or that mails depend on, by what they are about: none of them is there for crowds. */
const COSTLY: readonly (readonly [group: string, pattern: RegExp])[] = [
  ['utils', /^[A-Z]+ \/utils\//],
  ['passwords', /^POST \/auth\/password\//],
  ['invitations', /^[A-Z]+ \/users\/invite\/:token$/],
  ['users', /^POST \/users$/],
];

/** GraphQL reads by `POST`, too; what it writes is up to permissions. */
const READS = /^(?:(?:GET|HEAD|OPTIONS) |POST \/gql$)/;

async function countStranger(
  key: string,
  method: string,
  path: string,
  { strangers, strangersWrites }: Pick<RateLimits, 'strangers' | 'strangersWrites'>,
  throttles: Throttles,
): Promise<void> {
  const asked = `${method} ${path}`;
  if (!READS.test(asked)) await throttles.of('strangers-writes', strangersWrites).take(key);
  const costly = COSTLY.find(([, pattern]) => pattern.test(asked));
  if (costly) await throttles.of('strangers', strangers).take(`${key}|${costly[0]}`);
}
