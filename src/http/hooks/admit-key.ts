import { isListed } from '../../auth/ip-list.ts';
import type { Throttles } from '../../auth/throttle.ts';
import { ApiError } from '../../errors/api-error.ts';
import { isLimited } from '../../permissions/key-rights.ts';
import { type ApiKey, MAX_REQUESTS, rightsOfKey } from '../../persistence/api-keys.ts';
import type { Exchange } from '../exchange.ts';
import type { Route } from '../route.ts';

/**
 * Refuses an API key from an address that it does not allow, and on routes that do not accept it. Errors 19, 10.
 * (Contract, A-142 and A-147.)
 */
export function refuseKey({ request }: Exchange, { apiKeys }: Route, key: ApiKey): void {
  if (key.addresses && !isListed(request.ip, key.addresses)) throw new ApiError('locationNotAllowed');
  if (apiKeys === 'none') throw new ApiError('apiKeyRefused');
  if (apiKeys === 'unlimited' && isLimited(rightsOfKey(key))) throw new ApiError('apiKeyLimited');
}

/** Counts a request with an API key. One limiter serves all rates, so that a new rate takes no memory. Error 7. */
export async function countKey({ project }: Exchange, throttles: Throttles, { id, rateLimit }: ApiKey): Promise<void> {
  if (rateLimit === null) return;
  const { points, ms } = await throttles
    .of('api-keys', { points: MAX_REQUESTS, seconds: 60 })
    .take(`${project.project}|${id}`);
  if (MAX_REQUESTS - points > rateLimit)
    throw new ApiError('tooManyRequests', { seconds: Math.max(1, Math.ceil(ms / 1000)) });
}
