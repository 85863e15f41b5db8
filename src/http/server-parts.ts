import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Throttles } from '../auth/throttle.ts';
import { type CorsConfig, corsOf, type ProjectConfig } from '../config/project-config.ts';
import type { ApiError } from '../errors/api-error.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import type { Admission } from './admission/admission.ts';
import type { Exchange } from './exchange.ts';
import type { FailedRequests } from './failed-requests.ts';
import type { FailureLog } from './failure-log.ts';
import type { Fast } from './fast/remember-client.ts';
import type { BodyLimits, ClientTimes, ConnectionLimits, RequestLimits } from './limits.ts';
import type { Metrics } from './metrics.ts';
import type { Route } from './route.ts';
import { firstPart, type RoutePaths, type RouteTables } from './route-paths.ts';
import type { ServerAccess } from './server-access.ts';
import type { StaticFolders } from './static-routes.ts';
import type { Timing } from './timing.ts';

/** The parts that the HTTP server is built from. */
export interface HttpParts extends RouteTables {
  readonly registry: ProjectRegistry;
  /** Access to routes without a project. */
  readonly access: ServerAccess;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly publicUrl: string | null;
  /** Trusted proxies: addresses and networks. */
  readonly trustedProxies: readonly string[];
  readonly throttles: Throttles;
  /** Records failed requests. */
  readonly failed: FailedRequests;
  readonly bodies: BodyLimits;
  readonly connections: ConnectionLimits;
  readonly requests: RequestLimits;
  readonly times: ClientTimes;
  readonly folders: StaticFolders;
  /** Routes with the project anywhere in the path. */
  readonly placed: readonly Route[];
}

/** The parts of a running server, including those that it has built itself. */
export interface Running extends HttpParts {
  readonly admission: Admission;
  readonly paths: RoutePaths;
  readonly fast: Fast;
  readonly failures: FailureLog;
  /** Aborts when the server stops. */
  readonly closing: AbortSignal;
}

declare module 'fastify' {
  interface FastifyRequest {
    timing: Timing;
    exchange: Exchange | undefined;
    /** The error that the request failed with. */
    failure: ApiError | undefined;
  }
  interface FastifyContextConfig {
    /** Determines project, caller and route, once per request. */
    readonly enter?: (request: FastifyRequest, reply: FastifyReply) => Promise<Exchange>;
    /** Whether the route reads multipart forms while they arrive. */
    readonly streamsForms?: boolean;
  }
}

/** Which pages may read the answer to a request. */
export function corsAt(parts: Running, request: FastifyRequest): CorsConfig {
  const own = parts.paths.isManagement(request.url);
  return own ? parts.access.corsOf(request) : corsOf(configAt(parts, request));
}

/** The configuration of the project in the path: in its parameter, otherwise in the first part. */
export function configAt({ registry }: Running, { url, params }: FastifyRequest): ProjectConfig | null {
  const { project } = (params ?? {}) as { readonly project?: string };
  return registry.configOf(project ?? firstPart(url)) ?? null;
}
