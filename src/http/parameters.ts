import type { Project } from '../projects/project.ts';
import { listOf, type ParameterMap } from '../query/parse/parameters.ts';
import { unknownName, type Warning } from '../query/plan/write/warnings.ts';
import { warnOrRefuse } from '../services/strict/warn-or-refuse.ts';
import { named } from '../shared/named.ts';
import { nearest } from '../shared/nearest.ts';
import { commonParameters, languageParameters } from '../wire/query.ts';
import type { Shapes } from '../wire/shape.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './route.ts';
import { NAMES_CHECKED, unusableIn } from './usual-parameters.ts';

const COMMON: ReadonlySet<string> = new Set([...Object.keys(languageParameters), ...Object.keys(commonParameters)]);
/** Names of our parameters in other query languages. */
const ALSO_CALLED = named<string>({
  where: 'filter',
  select: 'fields',
  columns: 'fields',
  order: 'sort',
  order_by: 'sort',
  orderby: 'sort',
  sort_by: 'sort',
  sortby: 'sort',
  search: 'q',
  query: 'q',
  per_page: 'limit',
  page_size: 'limit',
  take: 'limit',
  top: 'limit',
  skip: 'offset',
  start: 'offset',
});

/**
 * In a strict project, refuses unknown parameters and meaningless values with error 4. Other projects ignore them, and
 * warn if the intention is clear.
 */
export function checkParameters(exchange: Exchange, project: Project, route: Route): void {
  const { query, anyQuery } = route.wire;
  if (anyQuery) return;
  const { parameters } = exchange;
  if (isEmpty(parameters)) return;
  const { strict } = project.catalog.settings;
  const warnings = [...unknownNames(parameters, query ?? {}, strict), ...unusableIn(parameters)];
  if (strict) warnings.push(...unknownStatuses(exchange, project));
  if (warnings.length > 0) warnOrRefuse(exchange.context(), warnings);
}

function isEmpty(parameters: ParameterMap): boolean {
  for (const _ in parameters) return false;
  return true;
}

function unknownNames(parameters: ParameterMap, own: Shapes, strict: boolean): Warning[] {
  const names = Object.keys(parameters).filter((name) => !COMMON.has(name) && !Object.hasOwn(own, name));
  if (names.length === 0) return [];
  const known = [...COMMON, ...Object.keys(own)];
  return names
    .slice(0, NAMES_CHECKED)
    .filter((name) => strict || meant(name, known) !== undefined)
    .map((name) => unknownParameter(name, known));
}

const meant = (name: string, known: readonly string[]): string | undefined =>
  ALSO_CALLED[name.toLowerCase()] ?? nearest(name, known);

function unknownParameter(name: string, known: readonly string[]): Warning {
  const close = meant(name, known);
  const hint = close === undefined ? `Parameters are: ${known.join(', ')}.` : `Did you mean "${close}"?`;
  return { at: name.slice(0, SHOWN), reason: `There is no such parameter. ${hint}` };
}

/** Statuses that do not exist in the collection, as far as the caller may see its statuses. */
function unknownStatuses(exchange: Exchange, { catalog }: Project): Warning[] {
  const { collection: name = '' } = exchange.request.params as Readonly<Record<string, string>>;
  const status = catalog.schema.collections.get(name)?.status;
  const policy = catalog.policy(exchange.caller).collection(name);
  if (!status || !policy.allows('read') || policy.readable(status.field.name).kind !== 'always') return [];
  const known = ['*', ...status.statuses.keys()];
  return listOf(exchange.parameters.status)
    .slice(0, NAMES_CHECKED)
    .flatMap((value) => unknownName('status', 'status', value, known));
}

const SHOWN = 60;
