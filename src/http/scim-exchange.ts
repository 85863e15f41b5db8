import type { FastifyRequest } from 'fastify';
import type { ProjectConfig } from '../config/project-config.ts';
import { ApiError } from '../errors/api-error.ts';
import { SYSTEM } from '../permissions/caller.ts';
import type { Context } from '../persistence/context.ts';
import type { ScimAnswer } from '../scim/answer.ts';
import { scimFailure } from '../scim/failure.ts';
import { acceptsToken, type ScimOptions, scimOptionsOf } from '../scim/options.ts';
import { type ScimRequest, seesAll } from '../scim/request.ts';
import { prepareTables } from '../scim/scim-rows.ts';
import type { Wire } from '../wire/wire.ts';
import type { Exchange } from './exchange.ts';
import { pathOf } from './request-url.ts';
import type { Answer, Route } from './route.ts';
import { bearer } from './token.ts';

export const SCIM_TYPE = 'application/scim+json; charset=utf-8';

/** Whether a client accepts the SCIM media type. */
export function wantsStandard(accept: string | undefined): boolean {
  return /application\/scim\+json/i.test(accept ?? '');
}

/** Whether a path belongs to the SCIM interface. */
export function isScimPath(url: string): boolean {
  return /^\/[^/?]+\/scim\/v2(?=[/?]|$)/.test(url);
}

const isProvisioner = (request: FastifyRequest, options: ScimOptions): boolean =>
  acceptsToken(options, bearer(request));

/**
 * The RFCs' clients may end the path of a list in a slash; for those of Directus 8 that is an unknown path. (Contract,
 * R-12.)
 */
export function isUnknownToSpecified(request: FastifyRequest, config: ProjectConfig): boolean {
  if (!isScimPath(request.url) || !pathOf(request.url).endsWith('/')) return false;
  return !wantsStandard(request.headers.accept) && !isProvisioner(request, scimOptionsOf(config));
}

/** The request with its caller. The provisioning token acts as the server itself, and everything it does is recorded. */
function scimRequest(exchange: Exchange): ScimRequest {
  const options = scimOptionsOf(exchange.project.config);
  const provisioner = isProvisioner(exchange.request, options);
  const given = exchange.context();
  const write = { ...given.write, skipActivity: false } as const;
  const { comment } = write;
  const context: Context = provisioner
    ? { ...given, caller: SYSTEM, write: { ...write, comment: comment ?? 'SCIM' } }
    : { ...given, write };
  return {
    context,
    options,
    provisioner,
    standard: provisioner || wantsStandard(exchange.request.headers.accept),
  };
}

type Handle = (request: ScimRequest, exchange: Exchange) => Promise<ScimAnswer> | ScimAnswer;

/** A SCIM route, whose answers and errors have the SCIM format. */
export function scimRoute(method: Route['method'], path: string, wire: Wire, handle: Handle): Route {
  return {
    method,
    path: `/scim/v2${path}`,
    wire,
    async handle(exchange) {
      const request = scimRequest(exchange);
      if (!request.standard && path.endsWith('/')) throw new ApiError('notFound');
      const isPublic = request.context.caller.kind === 'public';
      if (isPublic && request.standard) throw new ApiError('unauthorized');
      if (seesAll(request)) await prepareTables(request.context);
      return toAnswer(await handle(request, exchange));
    },
    fails: (error, exchange) => failed(error, scimRequest(exchange).standard),
  };
}

function toAnswer({ status, body, headers }: ScimAnswer): Answer {
  return { kind: 'document', status, headers, type: SCIM_TYPE, text: body === null ? null : JSON.stringify(body) };
}

function failed(error: ApiError, standard: boolean): Answer {
  const { status, body } = scimFailure(error, standard);
  return toAnswer({ status, body, headers: status === 401 ? { 'WWW-Authenticate': 'Bearer realm="scim"' } : {} });
}
