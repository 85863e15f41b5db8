import { readDatabaseBody } from '../../projects/database-body.ts';
import type { Fleet } from '../../projects/fleet/fleet.ts';
import { readOperation } from '../../projects/fleet/operation-body.ts';
import type { Operations } from '../../projects/fleet/operations.ts';
import { refuseForbiddenKeys } from '../../projects/forbidden-keys.ts';
import type { Exchange } from '../exchange.ts';
import type { Metrics } from '../metrics.ts';
import { PROMETHEUS_TYPE, prometheusText } from '../prometheus.ts';
import { type Answer, type Route, show } from '../route.ts';
import { fleetWire } from '../wire/fleet.ts';

/** The part of a logger that is used here. */
interface Log {
  info(fields: object, message: string): void;
}

/** The dependencies of the routes. */
interface FleetParts {
  readonly fleet: Fleet;
  readonly operations: Operations;
  readonly metrics: Metrics;
  readonly log: Log;
}

/** How many days the data of a project is kept after it is marked for removal. */
const DAYS = 30;
const ONLY = { access: 'superAdmin', bearer: true } as const;

/** Routes for operators, about all projects of the server. (Contract, V-91 to V-101.) */
export function fleetRoutes({ fleet, operations, metrics, log }: FleetParts): readonly Route[] {
  const done = (exchange: Exchange, what: string, shown: unknown): Answer => {
    log.info({ project: exchange.path('key'), ip: exchange.request.ip }, what);
    return show(shown);
  };
  return [
    {
      method: 'GET',
      path: '/server/fleet',
      ...ONLY,
      wire: fleetWire.list,
      handle: async () => show(await fleet.list()),
    },
    {
      method: 'GET',
      path: '/server/fleet/:key',
      ...ONLY,
      wire: fleetWire.read,
      handle: async (exchange) => show(await fleet.read(exchange.path('key'))),
    },
    {
      method: 'POST',
      path: '/server/fleet/:key/suspension',
      ...ONLY,
      wire: fleetWire.suspend,
      handle: async (exchange) => done(exchange, 'suspended', await fleet.suspend(exchange.path('key'))),
    },
    {
      method: 'DELETE',
      path: '/server/fleet/:key/suspension',
      ...ONLY,
      wire: fleetWire.resume,
      handle: async (exchange) => done(exchange, 'resumed', await fleet.resume(exchange.path('key'))),
    },
    {
      method: 'POST',
      path: '/server/fleet/:key/removal',
      ...ONLY,
      wire: fleetWire.remove,
      handle: async (exchange) => {
        const { days = DAYS, keep_backups, keep_files } = exchange.sent(fleetWire.remove.body);
        const removal = { days, keepBackups: keep_backups, keepFiles: keep_files };
        return done(exchange, 'to be removed', await fleet.remove(exchange.path('key'), removal));
      },
    },
    {
      method: 'POST',
      path: '/server/survey',
      ...ONLY,
      wire: fleetWire.survey,
      handle: async (exchange) => {
        const body = exchange.object();
        refuseForbiddenKeys(body);
        return show(await fleet.survey(readDatabaseBody(body)));
      },
    },
    {
      method: 'GET',
      path: '/server/operations',
      ...ONLY,
      wire: fleetWire.operations,
      handle: () => show(operations.list()),
    },
    {
      method: 'POST',
      path: '/server/operations',
      ...ONLY,
      wire: fleetWire.start,
      handle: async (exchange) => {
        const request = readOperation(exchange.object());
        log.info({ project: request.project, ip: exchange.request.ip }, request.kind);
        return show(await operations.start(request));
      },
    },
    {
      method: 'GET',
      path: '/server/operations/:id',
      ...ONLY,
      wire: fleetWire.operation,
      handle: (exchange) => show(operations.read(exchange.path('id'))),
    },
    {
      method: 'DELETE',
      path: '/server/operations/:id',
      ...ONLY,
      wire: fleetWire.cancel,
      handle: (exchange) => show(operations.cancel(exchange.path('id'))),
    },
    { method: 'GET', path: '/server/metrics', ...ONLY, wire: fleetWire.metrics, handle: () => show(metrics.all) },
    {
      method: 'GET',
      path: '/server/metrics/prometheus',
      ...ONLY,
      wire: fleetWire.prometheus,
      handle: () => ({ kind: 'text', text: prometheusText(metrics), type: PROMETHEUS_TYPE }),
    },
  ];
}
