import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Throttles } from './auth/throttle.ts';
import type { ServerOptions } from './config/options.ts';
import { ProjectFiles } from './config/project-files.ts';
import { SuperAdmin } from './config/super-admin.ts';
import { Documents } from './http/documents.ts';
import { FailedRequests } from './http/failed-requests.ts';
import { CLIENT_TIMES, type ClientTimes } from './http/limits.ts';
import { Metrics } from './http/metrics.ts';
import { Readiness } from './http/readiness.ts';
import type { Route } from './http/route.ts';
import { assetRoutes, originalRoutes } from './http/routes/assets.ts';
import { authRoutes } from './http/routes/auth.ts';
import { collectionRoutes } from './http/routes/collections.ts';
import { commentRoutes } from './http/routes/comments.ts';
import { customRoutes } from './http/routes/custom.ts';
import { developerRoutes } from './http/routes/developer.ts';
import { extensionRoutes } from './http/routes/extensions.ts';
import { fieldRoutes } from './http/routes/fields.ts';
import { fileRoutes } from './http/routes/files.ts';
import { fleetRoutes } from './http/routes/fleet.ts';
import { graphqlRoutes } from './http/routes/graphql.ts';
import { itemRuleRoutes } from './http/routes/item-rules.ts';
import { itemRoutes } from './http/routes/items.ts';
import { jobRoutes } from './http/routes/jobs.ts';
import { keyRoutes } from './http/routes/keys.ts';
import { mailRoutes } from './http/routes/mail.ts';
import { meRoutes } from './http/routes/me.ts';
import { openapiRoutes, serverOpenapiRoutes } from './http/routes/openapi.ts';
import { previewRoutes } from './http/routes/previews.ts';
import { projectRoutes } from './http/routes/project.ts';
import { retentionRoutes } from './http/routes/retention.ts';
import { revisionRoutes } from './http/routes/revisions.ts';
import { scheduleRoutes } from './http/routes/schedules.ts';
import { schemaChangeRoutes } from './http/routes/schema-changes.ts';
import { scimRoutes } from './http/routes/scim.ts';
import { serverRoutes } from './http/routes/server.ts';
import { settingsRoutes } from './http/routes/settings.ts';
import { ssoRoutes } from './http/routes/sso.ts';
import { taskRoutes } from './http/routes/tasks.ts';
import { typingRoutes } from './http/routes/typings.ts';
import { utilityRoutes } from './http/routes/utils.ts';
import { webhookRoutes } from './http/routes/webhooks.ts';
import { buildServer } from './http/server.ts';
import { ServerAccess } from './http/server-access.ts';
import { Connector } from './net/connector.ts';
import type { Surroundings } from './persistence/surroundings.ts';
import { Fleet } from './projects/fleet/fleet.ts';
import { HealthChecks } from './projects/fleet/health.ts';
import { OperationFiles } from './projects/fleet/operation-files.ts';
import { Operations } from './projects/fleet/operations.ts';
import { Presence } from './projects/fleet/presence.ts';
import { RemovalFiles } from './projects/fleet/removal-files.ts';
import { FleetUpkeep } from './projects/fleet/upkeep.ts';
import { newSteps } from './projects/jobs.ts';
import { openBudget } from './projects/open-budget.ts';
import { openRegistry } from './projects/open-registry.ts';
import type { ProjectRegistry } from './projects/registry.ts';
import { Rounds } from './projects/rounds.ts';
import type { Runtime } from './services/project/info.ts';
import { BoundedMemory } from './shared/bounded-memory.ts';
import { isLoopback } from './shared/loopback.ts';
import { CONTRACT_VERSION } from './shared/version.ts';

/** The assembled parts of a server, which does not listen yet. */
export interface App {
  readonly http: FastifyInstance;
  readonly registry: ProjectRegistry;
  readonly superAdmin: SuperAdmin;
  readonly readiness: Readiness;
  /** Not started yet. */
  readonly rounds: Rounds;
  /** Not started yet. */
  readonly fleet: FleetUpkeep;
  /** The folder of Studio; null if it is not served. */
  readonly studio: string | null;
}

/**
 * Assembles the parts of the server. `times` override the default time limits. Throws ConfigError if the data folder
 * contains something unusable.
 */
export function createApp(options: ServerOptions, log: Logger, times: Partial<ClientTimes> = {}): App {
  const extensions = join(options.data, 'extensions');
  const studio = studioIn(options, log);
  const presence = new Presence(options.data);
  const surroundings = surroundingsOf(options, log, { studio: typeof studio === 'string', extensions });
  const registry = openRegistry(options.data, surroundings, presence);
  const superAdmin = new SuperAdmin(
    join(options.data, 'config', '_super-admin'),
    options.superAdminToken,
    isLoopback(options.host),
  );
  const runtime: Runtime = {
    version: CONTRACT_VERSION,
    node: process.version.slice(1),
    maxUploadSize: options.maxUpload,
  };
  const throttles = new Throttles(options.redisUrl, (reason) =>
    log.warn({ reason }, 'Redis cannot be used; until it can, this server counts sign-ins and requests by itself'),
  );
  const { publicUrl } = options;
  const access = new ServerAccess(superAdmin, publicUrl, throttles);
  const failed = new FailedRequests();
  const project = routesOfProjects({ runtime, throttles, failed, publicUrl, extensions });
  const metrics = new Metrics();
  const readiness = new Readiness();
  const operations = new Operations({ registry, files: new OperationFiles(options.data), presence, log });
  const rounds = new Rounds(registry, log);
  const removals = new RemovalFiles(options.data, presence);
  const fleet = new FleetUpkeep({ registry, presence, operations, rounds, removals, log });
  const named = extensionRoutes(extensions);
  const server: readonly Route[] = [
    ...serverRoutes({ registry, access, runtime, readiness, data: options.data, studio: typeof studio === 'string' }),
    ...fleetRoutes({ fleet: new Fleet(registry, new HealthChecks(registry, log)), operations, metrics, log }),
    ...serverOpenapiRoutes(publicUrl, () => [...server, ...named, ...originalRoutes]),
  ];
  const http = buildServer({
    registry,
    access,
    metrics,
    log,
    publicUrl,
    trustedProxies: options.trustProxy,
    throttles,
    failed,
    bodies: { publicBytes: Math.min(options.maxPublicBody, options.maxBody), bytes: options.maxBody },
    connections: { total: options.maxConnections, perAddress: options.maxAddressConnections },
    requests: { atOnce: options.maxProjectRequests, waiting: options.maxProjectWaiting },
    times: { ...CLIENT_TIMES, ...times },
    server,
    named,
    folders: { adminApp: options.adminApp, extensions, ...(studio !== undefined && { studio }) },
    placed: originalRoutes,
    project,
  });
  http.addHook('onListen', async () => metrics.start());
  http.addHook('onClose', async () => {
    metrics.stop();
    await throttles.close();
  });
  registry.keep({
    most: openBudget(options.maxOpenProjects),
    closed: (key, due) => due !== null && rounds.add(key, due),
  });
  return { http, registry, superAdmin, readiness, rounds, fleet, studio: studio ?? null };
}

function surroundingsOf(
  { allowHosts, watchExtensions, maxUpload, responseCache }: ServerOptions,
  log: Logger,
  places: Pick<Surroundings, 'studio' | 'extensions'>,
): Surroundings {
  return {
    ...places,
    connector: new Connector(allowHosts),
    delivers: true,
    steps: newSteps(),
    watchExtensions,
    maxUpload,
    answers: new BoundedMemory(responseCache),
    log,
  };
}

/** What the routes of projects are made of. */
interface ProjectRouteParts {
  readonly runtime: Runtime;
  readonly throttles: Throttles;
  readonly failed: FailedRequests;
  readonly publicUrl: string | null;
  /** The folder of extensions. */
  readonly extensions: string;
}

function routesOfProjects({ runtime, throttles, failed, publicUrl, extensions }: ProjectRouteParts): readonly Route[] {
  const documents = new Documents();
  const routes: readonly Route[] = [
    ...projectRoutes(runtime),
    ...openapiRoutes({ documents, publicUrl, routes: () => routes }),
    ...typingRoutes(documents),
    ...authRoutes(throttles),
    ...ssoRoutes(throttles),
    ...itemRoutes,
    ...graphqlRoutes,
    ...collectionRoutes,
    ...schemaChangeRoutes,
    ...fieldRoutes,
    ...settingsRoutes,
    ...meRoutes(throttles),
    ...keyRoutes,
    ...jobRoutes,
    ...scheduleRoutes,
    ...taskRoutes,
    ...previewRoutes,
    ...itemRuleRoutes,
    ...commentRoutes,
    ...fileRoutes,
    ...mailRoutes(throttles),
    ...webhookRoutes(throttles),
    ...revisionRoutes,
    ...retentionRoutes,
    ...utilityRoutes,
    ...scimRoutes,
    ...assetRoutes,
    ...customRoutes,
    ...developerRoutes({ failed, extensions }),
  ];
  return routes;
}

/** The folder of Studio; null if Studio is off. Undefined if a project has its path, because the project keeps it. */
function studioIn({ data, studio }: ServerOptions, log: Logger): string | null | undefined {
  if (!new ProjectFiles(join(data, 'config')).has('studio')) return studio;
  if (studio !== null)
    log.warn('Studio is not served: the project "studio" has its path, /studio/. Rename that project');
  return undefined;
}
