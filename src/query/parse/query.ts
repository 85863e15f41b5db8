import { ApiError } from '../../errors/api-error.ts';
import { parseJson } from '../../shared/parse-json.ts';
import type { Condition, MetaKey, Query, SortTerm } from '../ast.ts';
import { type Position, readCursor } from '../cursor.ts';
import { operatorNamed } from '../operators.ts';
import { formOf, partsOf } from '../text-form.ts';
import { ALL_COLUMNS, parseFields } from './fields.ts';
import { type ParsedFilter, parseFilter } from './filter.ts';
import { parseGrouping } from './grouping.ts';
import { listOf, MAX_BRACKETS, type Parameter, type ParameterMap, textOf } from './parameters.ts';

const META_KEYS: ReadonlyMap<string, MetaKey> = new Map([
  ['collection', 'collection'],
  ['type', 'type'],
  ['result_count', 'result_count'],
  ['total_count', 'total_count'],
  ['status', 'status_count'],
  ['status_count', 'status_count'],
  ['filter_count', 'filter_count'],
  ['page', 'page'],
]);
/** Not included in `*`: only clients that know cursors request them. */
const CURSOR = 'cursor';
/** The names that `meta` accepts. */
export const META_NAMES: readonly string[] = ['*', ...META_KEYS.keys(), CURSOR];
const MAX_SORTS = 100;
const MAX_COUNT = Number.MAX_SAFE_INTEGER;
const EQUALS = operatorNamed('eq');
const IN = operatorNamed('in');

/** The default query: all items whose status does not hide them, with every column, in the default order. */
export const EVERYTHING: Query = {
  fields: ALL_COLUMNS,
  conditions: [],
  restriction: [],
  values: [],
  search: null,
  searchForm: 'short',
  sort: [],
  limit: -1,
  offset: null,
  page: null,
  position: null,
  single: null,
  statuses: null,
  languages: null,
  meta: null,
  versioned: false,
  shape: '*',
};

/** Parses the parameters of a list request. (Contract, Q-1 to .) */
export function parseQuery(parameters: ParameterMap): Query {
  const fields = parseFields(parameters.fields);
  requireShallowFilter(parameters);
  const { conditions, values } = parseFilter(parameters.filter);
  const search = textOf(parameters.q)?.trim() || null;
  const sort = parseSort(parameters.sort);
  const statuses = parseStatuses(parameters.status);
  const languages = parseLanguages(parameters.lang);
  const grouping = parseGrouping(parameters);
  return {
    fields,
    conditions,
    restriction: [],
    values,
    search,
    searchForm: formOf(partsOf(search ?? '', false)),
    sort,
    statuses,
    languages,
    ...parsePaging(parameters),
    meta: parseMeta(parameters.meta),
    ...(grouping && { grouping }),
    versioned: false,
    shape: shapeOf(parameters, conditions, search),
  };
}

/**
 * Refuses a filter whose name has so many brackets that they are no brackets, with error 12: ignoring a filter would
 * show too much. (Contract, Q-111.)
 */
function requireShallowFilter(parameters: ParameterMap): void {
  for (const name in parameters)
    if (name.startsWith('filter[') && name.endsWith(']'))
      throw new ApiError('queryTooLarge', { limit: MAX_BRACKETS, what: 'pairs of brackets in the name of a filter' });
}

function parsePaging(parameters: ParameterMap): Pick<Query, 'limit' | 'offset' | 'page' | 'position' | 'single'> {
  const single = parseSingle(parameters.single);
  const limit = parameters.limit === undefined ? null : toCount(parameters.limit);
  const [offset, page] = [optionalCount(parameters.offset), optionalCount(parameters.page)];
  return { limit, single, offset, page, position: parsePosition(parameters) };
}

/** There is no position between two cursors: if both are given, the position fits no list. */
function parsePosition({ after: later, before: earlier }: ParameterMap): Position | null {
  const [after, before] = [readCursor('after', later), readCursor('before', earlier)];
  return after && before ? { ...after, signature: '' } : (after ?? before);
}

function optionalCount(parameter: Parameter | undefined): number | null {
  return parameter === undefined || parameter === '' ? null : toCount(parameter);
}

/** The leading digits of a text, as PHP reads a number; 0 if there are none. */
function toCount(parameter: Parameter): number {
  const digits = typeof parameter === 'string' ? /^\s*([+-]?\d{1,15})/.exec(parameter)?.[1] : undefined;
  return digits === undefined ? 0 : Math.min(Number(digits), MAX_COUNT);
}

function parseSingle(parameter: Parameter | undefined): boolean | null {
  if (parameter === undefined) return null;
  return isTruthy(textOf(parameter)?.toLowerCase() ?? '');
}

/** Whether a JSON text is truthy by PHP's rules; text that is not JSON is falsy. (Contract, Q-80 and Q-82.) */
function isTruthy(text: string): boolean {
  const value = parseJson(text);
  return typeof value === 'object' ? value !== null && Object.keys(value).length > 0 : Boolean(value) && value !== '0';
}

function parseSort(parameter: Parameter | undefined): SortTerm[] {
  const tokens = listOf(parameter);
  if (tokens.length > MAX_SORTS) throw new ApiError('queryTooLarge', { limit: MAX_SORTS, what: 'fields to sort by' });
  return tokens.map(toSortTerm);
}

function toSortTerm(token: string): SortTerm {
  const descending = token.startsWith('-');
  const field = descending ? token.slice(1) : token;
  return { token, field, descending, random: field === '?' };
}

function parseStatuses(parameter: Parameter | undefined): readonly string[] | '*' | null {
  const statuses = listOf(parameter);
  if (statuses.length === 0) return null;
  return statuses.includes('*') ? '*' : statuses;
}

function parseLanguages(parameter: Parameter | undefined): readonly string[] | null {
  const languages = listOf(parameter);
  return languages.length === 0 || languages.includes('*') ? null : languages;
}

function parseMeta(parameter: Parameter | undefined): ReadonlySet<MetaKey> | null {
  const entries = listOf(parameter);
  if (entries.length === 0) return null;
  const known = entries.includes('*')
    ? [...META_KEYS.values()]
    : entries.flatMap((entry) => META_KEYS.get(entry) ?? []);
  return new Set(entries.includes(CURSOR) ? [...known, CURSOR] : known);
}

/** Replaces a query's conditions by those of a separately parsed filter. */
export function withFilter(query: Query, { conditions, values }: ParsedFilter): Query {
  return { ...query, conditions, values, shape: `${query.shape}\0${JSON.stringify(conditions.map(shapeOfCondition))}` };
}

/**
 * The query without related items and metadata, for a record that is shown to a caller who may not read it otherwise:
 * whatever lies beyond the record is none of it.
 */
export function ofRecordOnly(query: Query): Query {
  const { fields, shape } = query;
  const names = new Map([...fields.names.keys()].map((name) => [name, null]));
  return { ...query, fields: { ...fields, below: null, names }, meta: null, shape: `${shape}\0record` };
}

/** A query made by the server: items whose field has one of these values, with every column. */
export function queryWhere(field: string, texts: readonly string[]): Query {
  return restrict(EVERYTHING, field, texts);
}

/** Narrows a query to items whose field has one of these values. */
export function restrict(query: Query, field: string, texts: readonly string[]): Query {
  const operator = texts.length === 1 ? EQUALS : IN;
  const condition: Condition = { path: [field], operator, first: query.values.length, count: texts.length, or: false };
  const { conditions, statuses, search, versioned } = query;
  const shape = `${query.shape}\0${field}\0${texts.length}\0${conditions.length}\0${search === null}\0${statuses}\0${versioned}`;
  return { ...query, restriction: [...query.restriction, condition], values: [...query.values, ...texts], shape };
}

/** Everything that a plan depends on. That excludes the values of conditions and the search text. */
function shapeOf(
  { fields, sort, status, lang }: ParameterMap,
  conditions: readonly Condition[],
  search: string | null,
): string {
  const searched = search !== null && formOf(partsOf(search, false));
  return JSON.stringify([fields, conditions.map(shapeOfCondition), searched, sort, status, lang]);
}

const shapeOfCondition = ({ path, operator, count, or, form, blanks }: Condition): unknown => [
  path,
  operator.name,
  count,
  or,
  form,
  blanks,
];
