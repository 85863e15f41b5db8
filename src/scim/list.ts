import { ApiError } from '../errors/api-error.ts';
import type { Query } from '../query/ast.ts';
import { parseFields } from '../query/parse/fields.ts';
import { EVERYTHING } from '../query/parse/query.ts';
import { isGiven } from '../shared/is-given.ts';
import { asNumber, asText } from '../shared/text.ts';
import { canonicalName, compileFilter, type Filtered } from './filter/compile.ts';
import { shapeOf } from './filter/conditions.ts';
import { invalidFilter } from './filter/tokens.ts';
import type { ScimRequest } from './request.ts';
import { targetNamed } from './schema/attribute.ts';

export const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
/** Maximum resources per answer. */
export const MAX_RESULTS = 1000;
const MAX_START = 2 ** 31;

/** The parameters of a list. (RFC 7644, section 3.4.2.) */
export interface ListParameters {
  readonly startIndex?: unknown;
  readonly count?: unknown;
  readonly filter?: unknown;
  readonly sortBy?: unknown;
  readonly sortOrder?: unknown;
}

/** A list to read: rows of a collection. */
export interface Listed extends Filtered {
  readonly fields: string;
  readonly order: ReadonlyMap<string, string>;
}

/** A page of resources. */
export interface Page {
  readonly total: number;
  readonly resources: readonly unknown[];
}

/** The query of a list. Errors `scimInvalidFilter`, `scimInvalidValue`. */
export function listQuery(request: ScimRequest, listed: Listed, requested: ListParameters): Query {
  const { filter } = requested;
  const compiled = isGiven(filter) ? compileFilter(request, listed, filterText(filter)) : null;
  const sort = sortOf(listed, requested);
  const count = wholeNumber('count', requested.count);
  const start = wholeNumber('startIndex', requested.startIndex) ?? 1;
  return {
    ...EVERYTHING,
    fields: parseFields(listed.fields),
    ...(compiled && { where: compiled.where, values: compiled.values }),
    sort,
    limit: count === null ? null : Math.min(Math.max(count, 0), MAX_RESULTS),
    offset: Math.min(Math.max(start, 1), MAX_START) - 1,
    meta: new Set(['filter_count']),
    shape: `scim ${JSON.stringify([compiled && shapeOf(compiled.where), sort.map(({ token }) => token)])}`,
  };
}

/** The body of a list; clients of Directus 8 only get what they requested. (Contract, C-13 and C-14.) */
export function listBody({ standard }: ScimRequest, requested: ListParameters, { total, resources }: Page): object {
  const start = wholeNumber('startIndex', requested.startIndex);
  const paged = isGiven(requested.count);
  return {
    schemas: [LIST_URN],
    ...((standard || start !== null) && { startIndex: standard ? Math.max(start ?? 1, 1) : start }),
    ...((standard || paged) && { itemsPerPage: resources.length }),
    totalResults: standard || paged ? total : resources.length,
    Resources: resources,
  };
}

function filterText(filter: unknown): string {
  if (typeof filter !== 'string') throw invalidFilter('it must be a text');
  return filter;
}

function wholeNumber(name: string, value: unknown): number | null {
  if (!isGiven(value)) return null;
  const number = asNumber(value);
  if (Number.isNaN(number) || typeof value === 'object')
    throw new ApiError('scimInvalidValue', { reason: `"${name}" must be a number` });
  return Math.trunc(number);
}

function sortOf({ definition, order }: Listed, { sortBy, sortOrder }: ListParameters): Query['sort'] {
  if (!isGiven(sortBy)) return [];
  const target = targetNamed(definition, asText(sortBy));
  const field = target && order.get(canonicalName(target));
  if (field === undefined)
    throw new ApiError('scimInvalidValue', { reason: `Lists cannot be sorted by "${asText(sortBy)}"` });
  const descending = asText(sortOrder ?? '').toLowerCase() === 'descending';
  return [{ token: `${descending ? '-' : ''}${field}`, field, descending, random: false }];
}
