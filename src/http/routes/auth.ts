import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { ApiError } from '../../errors/api-error.ts';
import { authenticate } from '../../services/auth/authenticate.ts';
import { guessesOf } from '../../services/auth/guesses.ts';
import { logout, logoutUser, ownSessions, sessionsOf } from '../../services/auth/logout.ts';
import { refresh } from '../../services/auth/refresh.ts';
import { beginView } from '../../services/auth/view/begin.ts';
import type { Exchange } from '../exchange.ts';
import { resolveMe } from '../resolve-me.ts';
import { type Answer, type Route, show } from '../route.ts';
import { dropSessionCookie, setSessionCookie } from '../session-cookie.ts';
import { authWire } from '../wire/auth.ts';

/** Answers with the public flag, which these endpoints always set. (Contract, R-44.) */
function flagged(exchange: Exchange, data: unknown): Extract<Answer, { kind: 'data' }> {
  return { kind: 'data', data, public: exchange.caller.kind === 'public' };
}

/** These endpoints answer as if the caller were the public, as the recorded exchanges do. */
const DONE: Answer = { kind: 'nothing', public: true };

async function signIn(exchange: Exchange, throttles: Throttles): Promise<Answer> {
  const { project } = exchange;
  const payload = exchange.sent(authWire.authenticate.body);
  const mode = (payload.mode ?? exchange.parameter('mode')) === 'cookie' ? 'cookie' : 'jwt';
  const guesses = guessesOf(throttles, rateLimitsOf(project.config));
  const how = { issuer: project.issuer, guesses, mode } as const;
  const { session, user, pending } = await authenticate(exchange.context(), how, payload);
  if (mode === 'cookie') setSessionCookie(exchange, session.token, session.expires);
  const answer = flagged(exchange, mode === 'cookie' ? { user } : { token: session.token, user });
  return pending ? { ...answer, warning: new ApiError('secondFactorRequired') } : answer;
}

async function signOut(exchange: Exchange): Promise<Answer> {
  await logout(exchange.context(), exchange.identity.session);
  if (exchange.byCookie) dropSessionCookie(exchange);
  return DONE;
}

/** Signing in, signing out, and sessions. (Contract, A-30 to A-37.) */
export function authRoutes(throttles: Throttles): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/auth/authenticate',
      wire: authWire.authenticate,
      handle: (exchange) => signIn(exchange, throttles),
    },
    {
      method: 'POST',
      path: '/auth/refresh',
      wire: authWire.refresh,
      handle: async (exchange) => {
        const sent = exchange.sent(authWire.refresh.body);
        const token = await refresh(exchange.context(), exchange.project.issuer, sent.token);
        return flagged(exchange, { token });
      },
    },
    {
      method: 'GET',
      path: '/auth/check',
      wire: authWire.check,
      handle: ({ identity }) => ({
        kind: 'data',
        data: { authenticated: identity.session !== null && identity.pending === null },
        public: true,
      }),
    },
    {
      method: 'GET',
      path: '/auth/sessions',
      apiKeys: 'none',
      wire: authWire.sessions,
      access: 'authenticated',
      handle: async (exchange) => show(await ownSessions(exchange.context(), exchange.identity.session)),
    },
    {
      method: 'GET',
      path: '/users/:id/sessions',
      apiKeys: 'none',
      wire: authWire.sessionsOfUser,
      access: 'authenticated',
      handle: async (exchange) => {
        const user = resolveMe(exchange.path('id'), exchange.caller, 'notAuthenticated');
        return show(await sessionsOf(exchange.context(), user, exchange.identity.session));
      },
    },
    {
      method: 'POST',
      path: '/auth/view-as',
      apiKeys: 'none',
      wire: authWire.viewAs,
      access: 'admin',
      handle: async (exchange) => {
        const { project, identity } = exchange;
        const asked = exchange.sent(authWire.viewAs.body);
        return show(await beginView(exchange.context(), project.issuer, identity.session, asked));
      },
    },
    { method: 'POST', path: '/auth/logout', wire: authWire.logout, handle: signOut },
    {
      method: 'POST',
      path: '/auth/logout/:user',
      apiKeys: 'none',
      wire: authWire.logoutUser,
      access: 'authenticated',
      handle: async (exchange) => {
        await logoutUser(exchange.context(), exchange.path('user'));
        return DONE;
      },
    },
    {
      method: 'POST',
      path: '/auth/logout/:user/:id',
      apiKeys: 'none',
      wire: authWire.logoutSession,
      access: 'authenticated',
      handle: async (exchange) => {
        await logoutUser(exchange.context(), exchange.path('user'), exchange.path('id'));
        return DONE;
      },
    },
  ];
}
