import { networkOf } from '../../auth/network-of.ts';
import { Clients } from '../../auth/sso/clients.ts';
import type { Throttles } from '../../auth/throttle.ts';
import { rateLimitsOf } from '../../config/rate-limits.ts';
import { guessesOf } from '../../services/auth/guesses.ts';
import { beginSso } from '../../services/auth/sso/begin.ts';
import { finishSso } from '../../services/auth/sso/finish.ts';
import { listProviders } from '../../services/auth/sso/list.ts';
import { exchangeRequestToken } from '../../services/auth/sso/request-token.ts';
import { dropAttempt, keepAttempt, keptAttempt } from '../attempt-cookie.ts';
import type { Exchange } from '../exchange.ts';
import { pathOf } from '../request-url.ts';
import type { Answer, Route } from '../route.ts';
import { setSessionCookie } from '../session-cookie.ts';
import { authWire } from '../wire/auth.ts';

/** Headers of these pages: no opener, no framing, no caching, no referrer. */
const GUARDS = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
};

const shown = (data: unknown): Answer => ({ kind: 'data', data, public: true });

async function begin(exchange: Exchange, clients: Clients): Promise<Answer> {
  const { issuer } = exchange.project;
  const wish = {
    provider: exchange.path('provider'),
    mode: exchange.parameter('mode'),
    target: exchange.parameter('redirect_url'),
    challenge: exchange.parameter('code_challenge'),
  };
  const { location, kept } = await beginSso(exchange.context(), { clients, issuer }, wish);
  if (kept) keepAttempt(exchange, kept.attempt, kept.callback);
  return { kind: 'redirect', location };
}

async function finish(exchange: Exchange, clients: Clients): Promise<Answer> {
  const { url } = exchange.request;
  const path = pathOf(url);
  const back = { provider: exchange.path('provider'), query: url.slice(path.length), kept: keptAttempt(exchange) };
  const { issuer } = exchange.project;
  const { session, location } = await finishSso(exchange.context(), { clients, issuer }, back);
  dropAttempt(exchange, `${exchange.baseUrl}${path}`);
  if (session?.mode === 'cookie') setSessionCookie(exchange, session.token, session.expires);
  return { kind: 'redirect', location };
}

/** Sign-in through a provider. (Contract, A-120 to A-128.) */
export function ssoRoutes(throttles: Throttles): readonly Route[] {
  const clients = new Clients();
  /** Limits the work that anonymous callers can cause. Error 7. */
  const guarded =
    (handle: Route['handle']): Route['handle'] =>
    async (exchange) => {
      const { project, reply, request } = exchange;
      reply.headers(GUARDS);
      const throttle = throttles.of('sso', rateLimitsOf(project.config).singleSignOn);
      await throttle.take(`${project.project}|${networkOf(request.ip)}`);
      return handle(exchange);
    };
  return [
    {
      method: 'GET',
      path: '/auth/sso',
      wire: authWire.providers,
      handle: (exchange) => shown(listProviders(exchange.context())),
    },
    {
      method: 'GET',
      path: '/auth/sso/:provider',
      acts: true,
      wire: authWire.beginSso,
      handle: guarded((exchange) => begin(exchange, clients)),
    },
    {
      method: 'GET',
      path: '/auth/sso/:provider/callback',
      acts: true,
      wire: authWire.finishSso,
      handle: guarded((exchange) => finish(exchange, clients)),
    },
    {
      method: 'POST',
      path: '/auth/sso/access_token',
      wire: authWire.requestToken,
      handle: guarded(async (exchange) => {
        const payload = exchange.objectOrNone();
        const { issuer, config } = exchange.project;
        const context = exchange.context();
        const guesses = guessesOf(throttles, rateLimitsOf(config));
        return shown({
          token: await guesses.attemptToken(context, (readmit) =>
            exchangeRequestToken(context, issuer, payload, readmit),
          ),
        });
      }),
    },
  ];
}
