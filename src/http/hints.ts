import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.ts';
import { nearest } from '../shared/nearest.ts';
import { pathOf } from './request-url.ts';
import type { RoutePaths } from './route-paths.ts';

const SCHEME = /^(?:bearer|basic) +\S/i;
const NAME = /^[\w-]{1,60}$/;

/** What is known about a request's path. */
interface Place {
  /** Whether it begins with the key of an existing project. */
  readonly known: boolean;
  readonly paths: RoutePaths;
  /** Keys of the projects whose existence is public. */
  readonly projects: () => readonly string[];
}

/** The message of an error, with a hint at the caller's probable mistake. */
export function hinted(
  error: ApiError,
  request: FastifyRequest,
  place: Place,
): { code: number | null; message: string } {
  const hint = lacksScheme(error, request) ?? wrongPath(error, request, place);
  return { code: error.code, message: hint === null ? error.message : `${error.message}. ${hint}` };
}

function lacksScheme({ status }: ApiError, { headers: { authorization } }: FastifyRequest): string | null {
  if (authorization === undefined || SCHEME.test(authorization) || (status !== 401 && status !== 403)) return null;
  return 'The header Authorization counts only as "Bearer <token>"';
}

function wrongPath(
  { entry }: ApiError,
  { url, params }: FastifyRequest,
  { known, paths, projects }: Place,
): string | null {
  const [, first = '', collection = ''] = pathOf(url).split('/');
  const { project = first } = (params ?? {}) as { readonly project?: string };
  if (entry === 'unauthorized' && !known && NAME.test(project))
    return noProject(project, projects(), paths.belowProject);
  if (entry === 'unauthorized' && paths.isNamed(first))
    return 'Name the project: by a temporary token, "?project=<key>" or the header X-Directus-Project';
  if (entry !== 'notFound' || !known || first !== project || !NAME.test(collection)) return null;
  if (paths.belowProject.includes(collection)) return null;
  const meant = nearest(collection, paths.belowProject);
  if (meant !== undefined) return `Did you mean /${project}/${meant}?`;
  return `Items of a collection "${collection}" would be at /${project}/items/${collection}`;
}

function noProject(project: string, projects: readonly string[], belowProject: readonly string[]): string {
  if (belowProject.includes(project)) return `Paths begin with the key of a project: /<project>/${project}`;
  const meant = nearest(project, projects);
  return `There is no project "${project}" at this address${meant === undefined ? '' : `. Did you mean "${meant}"?`}`;
}
