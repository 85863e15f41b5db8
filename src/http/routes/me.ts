import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { guessesOf } from '../../services/auth/guesses.ts';
import { ownPermissions, permissionsOfMe } from '../../services/permissions/own.ts';
import { activateSecondFactor, deactivateSecondFactor } from '../../services/users/second-factor.ts';
import { trackPage } from '../../services/users/tracking.ts';
import type { Exchange } from '../exchange.ts';
import { resolveMe } from '../resolve-me.ts';
import { type Route, show } from '../route.ts';
import { meWire } from '../wire/me.ts';
import { showWritten } from './show-read.ts';

/** Returns the user in the path, with `me` resolved to the caller. Error 203 if `me` is the public. */
function userAt(exchange: Exchange): string {
  return resolveMe(exchange.path('id'), exchange.caller, 'itemNotFound');
}

/**
 * Returns the user who sets up a second factor. A user who is required to set one up before signing in is identified
 * for this purpose only. Error 108.
 */
function settingUp(exchange: Exchange): { readonly context: Context; readonly key: string } {
  const { pending, caller } = exchange.identity;
  const user = pending ?? caller;
  const key = resolveMe(exchange.path('id'), user, 'notAuthenticated');
  if (user.kind === 'public' || (pending && key !== String(pending.id))) throw new ApiError('notAuthenticated');
  return { context: { ...exchange.context(), caller: user }, key };
}

/** What callers read and change about themselves. (Contract, A-73, U-50, P-21 and P-22.) */
export function meRoutes(throttles: Throttles): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/permissions/me',
      freeFor: 'users',
      wire: meWire.permissions,
      handle: async (exchange) => show(await ownPermissions(exchange.context())),
    },
    {
      method: 'GET',
      path: '/permissions/me/:collection',
      freeFor: 'users',
      wire: meWire.permissionsFor,
      handle: async (exchange) => show(await permissionsOfMe(exchange.context(), exchange.path('collection'))),
    },
    {
      method: 'PATCH',
      path: '/users/:id/tracking/page',
      apiKeys: 'unlimited',
      freeFor: 'users',
      wire: meWire.track,
      admit: (exchange) => void userAt(exchange),
      handle: async (exchange) =>
        showWritten(
          await trackPage(
            exchange.context(),
            userAt(exchange),
            exchange.sent(meWire.track.body).last_page,
            exchange.query(),
          ),
        ),
    },
    {
      method: 'POST',
      path: '/users/:id/activate_2fa',
      apiKeys: 'none',
      freeFor: 'users',
      wire: meWire.activate,
      admit: (exchange) => void settingUp(exchange),
      handle: async (exchange) => {
        const { context, key } = settingUp(exchange);
        const guesses = guessesOf(throttles, rateLimitsOf(exchange.project.config));
        return showWritten(
          await activateSecondFactor(context, guesses, key, exchange.sent(meWire.activate.body), exchange.query()),
        );
      },
    },
    {
      method: 'POST',
      path: '/users/me/deactivate_2fa',
      apiKeys: 'none',
      freeFor: 'users',
      wire: meWire.deactivate,
      access: 'authenticated',
      handle: async (exchange) => {
        const guesses = guessesOf(throttles, rateLimitsOf(exchange.project.config));
        return showWritten(
          await deactivateSecondFactor(
            exchange.context(),
            guesses,
            exchange.sent(meWire.deactivate.body),
            exchange.query(),
          ),
        );
      },
    },
  ];
}
