import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ProjectConfig } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import { scimFailure } from '../scim/failure.ts';
import type { AllowedMethods } from './allowed-methods.ts';
import { forbidCaching } from './caching.ts';
import { failure } from './envelope.ts';
import { pointToExplanation } from './explain-reference.ts';
import { exposeHeader } from './expose-header.ts';
import { failedRequest } from './failed-requests.ts';
import { hinted } from './hints.ts';
import { allowOrigin } from './hooks/cors.ts';
import { toApiError } from './hooks/errors.ts';
import { withNames } from './name-hints.ts';
import { ofRejected } from './rejected-token.ts';
import { pathOf } from './request-url.ts';
import { isScimPath, isUnknownToSpecified, SCIM_TYPE, wantsStandard } from './scim-exchange.ts';
import { finish, JSON_TYPE, json } from './send.ts';
import { configAt, corsAt, type Running } from './server-parts.ts';

/** Answers a path that the framework cannot parse. */
export function malformed(reply: FastifyReply): FastifyReply {
  const error = new ApiError('badRequest', { reason: 'The path cannot be read' });
  return reply.code(error.status).type(JSON_TYPE).send(failure(error));
}

/** Answers with a failure in the format that the path requires, and logs unexpected failures. */
export function fail(parts: Running, error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { exchange } = request;
  const shown = ofRejected(exchange?.identity.rejected, toApiError(error, exchange?.dialect), reply);
  request.failure = shown;
  if (exchange?.entered) withNames(shown, exchange.entered.catalog, exchange.caller);
  parts.failures.add(error, shown, request, projectOf(parts, request)?.project);
  allowOrigin(request, reply, corsAt(parts, request));
  forbidCaching(reply);
  forgetFile(reply);
  if (exchange) pointToExplanation(shown, exchange);
  if (isScimPath(request.url)) return scimFailed(shown, request, reply);
  if (shown.retryAfter !== null) setRetryAfter(reply, shown.retryAfter);
  const known = configAt(parts, request) !== null || parts.paths.isServers(request.url);
  return json(
    request,
    reply,
    shown.status,
    failure(hinted(shown, request, { known, paths: parts.paths, projects: () => parts.registry.publicKeys() })),
  );
}

/** Names the seconds after which a retry may succeed. (Contract, R-68 and R-71.) */
function setRetryAfter(reply: FastifyReply, seconds: number): void {
  reply.header('Retry-After', String(seconds));
  exposeHeader(reply, 'Retry-After');
}

const OF_FILE = ['ETag', 'Last-Modified', 'Accept-Ranges', 'Content-Range', 'Content-Disposition'];

/** Removes the headers of a file that could not be opened, or that broke off before its first byte. */
function forgetFile(reply: FastifyReply): void {
  for (const name of OF_FILE) {
    reply.removeHeader(name);
    reply.raw.removeHeader(name);
  }
}

/** Answers unmatched SCIM paths, in the SCIM format if requested. */
function scimFailed(error: ApiError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, body } = scimFailure(error, true);
  return wantsStandard(request.headers.accept)
    ? finish(request, reply).code(status).type(SCIM_TYPE).send(JSON.stringify(body))
    : finish(request, reply).code(error.status).type(SCIM_TYPE).send(failure(error));
}

/** The allowed methods of paths that begin with a reserved name, and those of projects' paths. */
export interface Allowed {
  readonly server: AllowedMethods;
  readonly project: AllowedMethods;
}

/** Below an unknown project every path is unauthorized; elsewhere a wrong method is distinguished from a wrong path. */
export function notFound(parts: Running, allowed: Allowed, request: FastifyRequest, reply: FastifyReply): ApiError {
  const path = pathOf(request.url);
  const config = configAt(parts, request);
  const known = config !== null && !isUnknownToSpecified(request, config);
  const methods = parts.paths.isServers(path) ? allowed.server.of(path) : known ? allowed.project.of(path) : [];
  if (methods.length > 0) {
    reply.header('Allow', methods.join(', '));
    return new ApiError('methodNotAllowed');
  }
  return new ApiError(config ? 'notFound' : 'unauthorized');
}

/** Keeps a failed request for the administrators of its project. */
export function noteFailed(parts: Running, request: FastifyRequest, status: number): void {
  const project = projectOf(parts, request);
  if (project) parts.failed.add(project, failedRequest(request, status));
}

const projectOf = (parts: Running, request: FastifyRequest): ProjectConfig | null =>
  request.exchange?.entered?.config ?? configAt(parts, request);
