import type { Throttles } from '../../auth/throttle.ts';
import { listDeliveries, readDelivery, replayDelivery } from '../../services/outbox/deliveries.ts';
import { rotateSecret, secretState } from '../../services/webhooks/secret.ts';
import { testWebhook } from '../../services/webhooks/test.ts';
import { DELETED, type Route, show } from '../route.ts';
import { webhooksWire } from '../wire/webhooks.ts';

/** Limits on tests of a project's webhooks. */
const TESTS = { points: 30, seconds: 60 };

const adminRoute = (route: Omit<Route, 'access'>): Route => ({ ...route, access: 'admin' });

/** Webhooks beyond their rows, and their deliveries. (Contract, M-31 to M-34.) */
export const webhookRoutes = (throttles: Throttles): readonly Route[] => [
  adminRoute({
    method: 'GET',
    path: '/deliveries',
    wire: webhooksWire.list,
    handle: async (exchange) => {
      const [status, webhook, before] = ['status', 'webhook', 'before'].map((name) => exchange.parameter(name));
      return show(await listDeliveries(exchange.context(), { status, webhook, before }));
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/deliveries/:id',
    wire: webhooksWire.read,
    handle: async (exchange) => show(await readDelivery(exchange.context(), exchange.path('id'))),
  }),
  adminRoute({
    method: 'POST',
    path: '/deliveries/:id/replay',
    wire: webhooksWire.replay,
    handle: async (exchange) => {
      await replayDelivery(exchange.context(), exchange.path('id'));
      return DELETED;
    },
  }),
  adminRoute({
    method: 'POST',
    path: '/webhooks/:id/test',
    wire: webhooksWire.test,
    handle: async (exchange) => {
      await throttles.of('webhook-tests', TESTS).take(exchange.project.project);
      return show(await testWebhook(exchange.context(), exchange.path('id')));
    },
  }),
  adminRoute({
    method: 'GET',
    path: '/webhooks/secret',
    apiKeys: 'none',
    wire: webhooksWire.secret,
    handle: async (exchange) => show(await secretState(exchange.context())),
  }),
  adminRoute({
    method: 'POST',
    path: '/webhooks/secret/rotate',
    apiKeys: 'none',
    wire: webhooksWire.rotate,
    handle: async (exchange) => {
      const { hours } = exchange.sent(webhooksWire.rotate.body);
      return show(await rotateSecret(exchange.context(), hours));
    },
  }),
];
