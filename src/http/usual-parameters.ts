import { alternativesOfJson, filterOfJson } from '../query/parse/json-filter.ts';
import { listOf, type Parameter, type ParameterMap } from '../query/parse/parameters.ts';
import { META_NAMES } from '../query/parse/query.ts';
import { quietly, unknownWord, type Warning } from '../query/plan/write/warnings.ts';
import { languageParameters } from '../wire/query.ts';

/** The number of names that are checked. */
export const NAMES_CHECKED = 50;

/** Exports are files, and statuses are compared with those of the collection. */
const USUAL: ReadonlySet<string> = new Set(
  Object.keys(languageParameters).filter((name) => name !== 'export' && name !== 'status'),
);

/**
 * Whether `checkParameters` would accept these parameters for a read of items in any project, and they request nothing
 * but items.
 */
export function areUsual(parameters: ParameterMap): boolean {
  for (const name in parameters) if (!USUAL.has(name)) return false;
  return unusableIn(parameters).length === 0;
}

const COUNTS = ['limit', 'offset', 'page'];
const TEXTS = ['q', 'comment', 'activity_skip', 'export', ...COUNTS, 'single'];

/** By the parsed parameters, which are cached by the text they come from. */
const unusable = new WeakMap<ParameterMap, readonly Warning[]>();

/** Warnings about meaningless values of parameters; they are the same for all callers. */
export function unusableIn(parameters: ParameterMap): readonly Warning[] {
  const known = unusable.get(parameters);
  if (known) return known;
  const found = unusableValues(parameters);
  unusable.set(parameters, found);
  return found;
}

/** Meaningless values: counts that are not numbers, unknown metadata, lists instead of text. */
function unusableValues(parameters: ParameterMap): Warning[] {
  const lists = TEXTS.filter((name) => typeof parameters[name] === 'object');
  const counts = COUNTS.filter((name) => !isCount(parameters[name]));
  const { single } = parameters;
  return [
    ...lists.map((at) => ({ at, reason: 'This parameter takes one value, and no list.' })),
    ...counts.map((at) => ({ at, reason: 'This value should be a whole number, such as 20.' })),
    ...(typeof single === 'string' ? unknownWord('single', single.toLowerCase(), ['', '0', '1', 'false', 'true']) : []),
    ...quietly(
      listOf(parameters.meta)
        .slice(0, NAMES_CHECKED)
        .flatMap((name) => unknownWord('meta', name, META_NAMES)),
    ),
    ...(isNoFilter(parameters.filter) ? [NO_FILTER] : []),
  ];
}

const isNoFilter = (filter: Parameter | undefined): boolean =>
  typeof filter === 'string' && filter.trim() !== '' && (filterOfJson(filter) ?? alternativesOfJson(filter)) === null;

const NO_FILTER: Warning = {
  at: 'filter',
  reason: 'Write a filter as filter[field][operator]=value, or as a JSON object.',
};

const isCount = (value: Parameter | undefined): boolean =>
  typeof value !== 'string' || value === '' || /^\s*[+-]?\d+\s*$/.test(value);
