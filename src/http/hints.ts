import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../errors/api-error.ts';
import { nearest } from '../shared/nearest.ts';

const SCHEME = /^(?:bearer|basic) +\S/i;
/** Resources of a project that were requested without one. */
const WITHOUT_PROJECT: ReadonlySet<string> = new Set(['interfaces', 'layouts', 'modules', 'types']);
/** First path segments below a project. */
const BELOW_PROJECT = [
  'activity',
  'assets',
  'auth',
  'collection_presets',
  'collections',
  'fields',
  'files',
  'folders',
  'gql',
  'items',
  'mail',
  'permissions',
  'relations',
  'revisions',
  'roles',
  'settings',
  'users',
  'utils',
  'webhooks',
];
const NAME = /^[\w-]{1,60}$/;

/** What is known about a request's path. */
interface Place {
  /** Whether it begins with an existing project. */
  readonly known: boolean;
  /** Keys of the public projects. */
  readonly projects: () => readonly string[];
}

/** The message of an error, with a hint at what the caller probably did wrong. */
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

function wrongPath({ kind }: ApiError, { url, params }: FastifyRequest, { known, projects }: Place): string | null {
  const [, first = '', collection = ''] = (url.split('?', 1)[0] ?? '').split('/');
  const { project = first } = (params ?? {}) as { readonly project?: string };
  if (kind === 'unauthorized' && !known && NAME.test(project)) return noProject(project, projects());
  if (kind === 'unauthorized' && WITHOUT_PROJECT.has(first))
    return 'Name the project: by a temporary token, "?project=<key>" or the header X-Directus-Project';
  if (kind !== 'notFound' || !known || !NAME.test(collection) || collection === 'items') return null;
  const meant = nearest(collection, BELOW_PROJECT);
  if (meant !== undefined && meant !== collection) return `Did you mean /${project}/${meant}?`;
  return `Items of a collection "${collection}" would be at /${project}/items/${collection}`;
}

function noProject(project: string, projects: readonly string[]): string {
  if (BELOW_PROJECT.includes(project)) return `Paths begin with the key of a project: /<project>/${project}`;
  const meant = nearest(project, projects);
  return `There is no project "${project}" at this address${meant === undefined ? '' : `. Did you mean "${meant}"?`}`;
}
