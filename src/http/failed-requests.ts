import type { FastifyRequest } from 'fastify';
import type { ProjectConfig } from '../config/project-config.ts';
import { userIdOf } from '../permissions/caller.ts';
import { redacted } from '../shared/redacted.ts';
import { safePath, safeQuery } from './hooks/log.ts';

/** A request that failed, as its project's administrators see it. Neither bodies nor headers are kept. */
interface FailedRequest {
  /** The request id of the latest one, as in the log and the header `X-Request-Id`. */
  readonly id: string;
  readonly method: string;
  /** The pattern of its path; null if no route matches. */
  readonly route: string | null;
  /** The path without secrets. */
  readonly path: string;
  /** The query without values that could be secret. */
  readonly query: string | null;
  readonly status: number;
  readonly code: number | null;
  readonly message: string | null;
  /** Null for callers without a valid token. */
  readonly user: number | null;
  readonly ms: number;
  /** When it failed last. */
  readonly on: string;
  /** How often it has failed in this way, and since when. */
  readonly times: number;
  readonly since: string;
}

/** A single failed request. */
type JustFailed = Omit<FailedRequest, 'times' | 'since'>;

const MAX_LENGTHS = { path: 200, query: 300, message: 300 };

/** Describes a request that was answered with a failure. */
export function failedRequest(request: FastifyRequest, status: number): JustFailed {
  const { failure, routeOptions, exchange } = request;
  const query = safeQuery(request.url);
  return {
    id: request.id,
    method: request.method,
    route: routeOptions.url?.replace(/^\/:project(?=\/|$)/, '') ?? null,
    path: redacted(safePath(request), MAX_LENGTHS.path),
    query: query === undefined ? null : redacted(query, MAX_LENGTHS.query),
    status,
    code: failure?.code ?? null,
    message: failure ? redacted(failure.message, MAX_LENGTHS.message) : null,
    user: (exchange && userIdOf(exchange.caller)) || null,
    ms: Math.round(request.timing?.total ?? 0),
    on: new Date().toISOString(),
  };
}

/** How many kinds of failures are kept per project and per caller, so that no caller can push out those of others. */
const MAX_KEPT = { inAll: 300, perCaller: 60, projects: 200 };

/** A later project may have the key of a removed one, but not its name in tokens. */
const identityOf = ({ project, auth }: ProjectConfig): string => `${project} ${auth.public}`;

/**
 * The failed requests of projects that this process has answered, newest first. They are kept in memory only: an
 * anonymous client that fails at will costs a project no statement, and no more memory than this.
 */
export class FailedRequests {
  /** By project, then by what makes two failures the same; in both, the latest used comes last. */
  readonly #projects = new Map<string, Map<string, FailedRequest>>();

  add(project: ProjectConfig, failed: JustFailed): void {
    const kept = this.#keptOf(project);
    const same = sameness(failed);
    const before = kept.get(same);
    kept.delete(same);
    kept.set(same, { ...failed, times: (before?.times ?? 0) + 1, since: before?.since ?? failed.on });
    if (!before) makeRoom(kept, callerOf(failed));
  }

  of(project: ProjectConfig): FailedRequest[] {
    return [...(this.#projects.get(identityOf(project))?.values() ?? [])].reverse();
  }

  #keptOf(project: ProjectConfig): Map<string, FailedRequest> {
    const identity = identityOf(project);
    const kept = this.#projects.get(identity) ?? new Map<string, FailedRequest>();
    this.#projects.delete(identity);
    this.#projects.set(identity, kept);
    if (this.#projects.size > MAX_KEPT.projects) dropFirst(this.#projects);
    return kept;
  }
}

/** Failures of the server have a key of their own, so that no caller's failures can push them out. */
const callerOf = ({ user, status }: JustFailed): string => (status >= 500 ? 'server' : String(user));

/** Anonymous clients choose paths at will, so their failures on one route count as the same. */
function sameness(failed: JustFailed): string {
  const { method, route, status, code, user, path, query } = failed;
  const place = user === null ? route : `${path}?${query}`;
  return JSON.stringify([callerOf(failed), method, place, status, code]);
}

function makeRoom(kept: Map<string, FailedRequest>, caller: string): void {
  const own = [...kept].filter(([, failed]) => callerOf(failed) === caller);
  const first = own[0];
  if (own.length > MAX_KEPT.perCaller && first) kept.delete(first[0]);
  if (kept.size > MAX_KEPT.inAll) dropFirst(kept);
}

function dropFirst(map: Map<string, unknown>): void {
  const { value } = map.keys().next();
  if (value !== undefined) map.delete(value);
}
