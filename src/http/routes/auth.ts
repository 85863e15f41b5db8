import { authenticate } from '../../services/auth/authenticate.ts';
import { refresh } from '../../services/auth/refresh.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Exchange } from '../exchange.ts';
import type { Answer, Route } from '../route.ts';

/** On these endpoints the public flag is always there. (Decisions, "Envelope and errors".) */
function flagged(exchange: Exchange, data: unknown): Answer {
  return { kind: 'data', data, public: exchange.caller.kind === 'public' };
}

/** Signing in. (Specification, "Authentication endpoints".) */
export const authRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/auth/authenticate',
    handle: async (exchange) =>
      flagged(exchange, await authenticate(exchange.context(), exchange.project.issuer, exchange.object())),
  },
  {
    method: 'POST',
    path: '/auth/refresh',
    handle: async (exchange) => {
      const { body } = exchange.request;
      return flagged(exchange, {
        token: await refresh(exchange.context(), exchange.project.issuer, isRecord(body) ? body : {}),
      });
    },
  },
];
