import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.ts';

const SCHEME = /^(?:bearer|basic) +\S/i;
/** Paths without a project of things that belong to one. */
const WITHOUT_PROJECT: ReadonlySet<string> = new Set(['interfaces', 'layouts', 'modules', 'types']);
const NAME = /^[\w-]{1,60}$/;

/** The message of an error, with what its caller probably got wrong; `known` tells whether the path begins with a project. */
export function hinted(
  error: ApiError,
  request: FastifyRequest,
  known: boolean,
): { code: number | null; message: string } {
  const hint = lacksScheme(error, request) ?? wrongPath(error, request, known);
  return { code: error.code, message: hint === null ? error.message : `${error.message}. ${hint}` };
}

function lacksScheme({ status }: ApiError, { headers: { authorization } }: FastifyRequest): string | null {
  if (authorization === undefined || SCHEME.test(authorization) || (status !== 401 && status !== 403)) return null;
  return 'The header Authorization counts only as "Bearer <token>"';
}

function wrongPath({ kind }: ApiError, { url, params }: FastifyRequest, known: boolean): string | null {
  const [, first = '', collection = ''] = (url.split('?', 1)[0] ?? '').split('/');
  const { project = first } = (params ?? {}) as { readonly project?: string };
  if (kind === 'unauthorized' && !known && NAME.test(project))
    return `There is no project "${project}" at this address`;
  if (kind === 'unauthorized' && WITHOUT_PROJECT.has(first))
    return 'Name the project: by a temporary token, "?project=<key>" or the header X-Directus-Project';
  if (kind !== 'notFound' || !known || !NAME.test(collection) || collection === 'items') return null;
  return `Items of a collection "${collection}" would be at /${project}/items/${collection}`;
}
