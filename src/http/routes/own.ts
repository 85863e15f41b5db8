import { ApiError } from '../../errors/api-error.ts';
import { userIdOf } from '../../services/caller.ts';
import { ownPermissions, ownPermissionsOf } from '../../services/permissions/own.ts';
import { trackPage } from '../../services/users/tracking.ts';
import type { Exchange } from '../exchange.ts';
import { type Route, show } from '../route.ts';
import { showRead } from './show-read.ts';

/** The user of a path, where `me` is the caller; the public is nobody (error 203 on a write). */
export function userAt(exchange: Exchange): string {
  const id = exchange.path('id');
  if (id !== 'me') return id;
  if (exchange.caller.kind === 'public') throw new ApiError('itemNotFound');
  return String(userIdOf(exchange.caller));
}

/** What callers ask about themselves. (Facts of auth and users, sections 3.7 and 4.2.) */
export const ownRoutes: readonly Route[] = [
  {
    method: 'GET',
    path: '/permissions/me',
    handle: async (exchange) => show(await ownPermissions(exchange.context())),
  },
  {
    method: 'GET',
    path: '/permissions/me/:collection',
    handle: async (exchange) => show(await ownPermissionsOf(exchange.context(), exchange.path('collection'))),
  },
  {
    method: 'PATCH',
    path: '/users/:id/tracking/page',
    handle: async (exchange) =>
      showRead(await trackPage(exchange.context(), userAt(exchange), exchange.object(), exchange.query())),
  },
];
