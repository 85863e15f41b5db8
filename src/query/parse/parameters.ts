/** A query parameter: a text, or an object built from several parameters with brackets. Objects have no prototype. */
export type Parameter = string | ParameterMap;
export interface ParameterMap {
  [key: string]: Parameter;
}

/** The name of a parameter with more pairs of brackets is taken literally. */
export const MAX_BRACKETS = 5;

/**
 * Parses a query string by PHP's rules: `a[b][c]=1` nests, `a[]=1` appends, the last of equal names wins. Text that is
 * not percent-encoded UTF-8 is kept unchanged. (Contract, R-20 and R-21.)
 */
export function parseParameters(queryString: string): ParameterMap {
  const result: ParameterMap = Object.create(null);
  for (const [name, value] of namedValues(queryString)) assign(result, conditionPath(result, pathOf(name)), value);
  return result;
}

/** The decoded names and values of a query string, in its order. (Contract, R-20 and R-21.) */
export function namedValues(queryString: string): [name: string, value: string][] {
  if (queryString === '') return [];
  return queryString
    .split('&')
    .filter((part) => part !== '')
    .map(namedValue);
}

function namedValue(part: string): [name: string, value: string] {
  const equals = dividerOf(part);
  if (equals < 0) return [withoutIndent(decode(part)), ''];
  return [withoutIndent(decode(part.slice(0, equals))), decode(part.slice(equals + 1))];
}

/** What an operator has before its `=`, as it is typed or as browsers encode it. */
const BEFORE_EQUALS = /^(?:[!<>]|%3C|%3E)?$/i;

/** The `=` between name and value: not that of an operator, as in `a[b][>=]=1`, which PHP would take for it. */
function dividerOf(part: string): number {
  const first = part.indexOf('=');
  if (part[first + 1] !== ']') return first;
  const open = part.lastIndexOf('[', first);
  return open > 0 && BEFORE_EQUALS.test(part.slice(open + 1, first)) ? part.indexOf('=', first + 1) : first;
}

/** PHP drops spaces before a name: clients that write an address on several lines have some there. */
const withoutIndent = (name: string): string => (name.startsWith(' ') ? name.replace(/^ +/, '') : name);

/**
 * Where PHP would drop one of `filter[f]=1` and `filter[f][gt]=2`, the first becomes an `eq` next to the other
 * operators: dropping a filter would show too much. (Contract, Q-101.)
 */
function conditionPath({ filter }: ParameterMap, path: string[]): string[] {
  const [name, field = ''] = path;
  const given = name === 'filter' && typeof filter === 'object' ? filter[field] : undefined;
  if (path.length === 2 && typeof given === 'object') return [...path, 'eq'];
  if (path.length > 2 && typeof filter === 'object' && typeof given === 'string')
    filter[field] = Object.assign(Object.create(null), { eq: given });
  return path;
}

/** Sets a parameter whose name may have brackets, as {@link parseParameters} would. */
export function setParameter(target: ParameterMap, name: string, value: string): void {
  assign(target, pathOf(withoutIndent(name)), value);
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  if (!spaced.includes('%')) return spaced;
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** `a[b][]` → `['a', 'b', '']`; text after the last bracket is dropped; unbalanced brackets belong to the name. */
function pathOf(name: string): string[] {
  const open = name.indexOf('[');
  const close = name.lastIndexOf(']');
  if (open <= 0 || close < name.lastIndexOf('[')) return [name];
  const inner = name.slice(open + 1, close).split('][', MAX_BRACKETS + 1);
  return inner.length > MAX_BRACKETS ? [name.slice(0, close + 1)] : [name.slice(0, open), ...inner];
}

function assign(target: ParameterMap, path: readonly string[], value: string): void {
  let map = target;
  for (const key of path.slice(0, -1)) map = descend(map, key);
  const last = path.at(-1) ?? '';
  map[last === '' && path.length > 1 ? nextIndex(map) : last] = value;
}

function descend(map: ParameterMap, key: string): ParameterMap {
  const name = key === '' ? nextIndex(map) : key;
  const existing = map[name];
  if (typeof existing === 'object') return existing;
  const fresh: ParameterMap = Object.create(null);
  map[name] = fresh;
  return fresh;
}

/** The first free index of each list; searching from zero for every entry would take quadratic time. */
const free = new WeakMap<ParameterMap, number>();

function nextIndex(map: ParameterMap): string {
  let index = free.get(map) ?? 0;
  while (String(index) in map) index++;
  free.set(map, index);
  return String(index);
}

/** The text of a parameter; undefined if it is absent or a list. */
export function textOf(parameter: Parameter | undefined): string | undefined {
  return typeof parameter === 'string' ? parameter : undefined;
}

/** The entries of a parameter that is a comma-separated list or an array: trimmed, without empty ones. */
export function listOf(parameter: Parameter | undefined): string[] {
  if (parameter === undefined) return [];
  const entries =
    typeof parameter === 'string'
      ? parameter.split(',')
      : Object.values(parameter).filter((entry) => typeof entry === 'string');
  return entries.map((entry) => entry.trim()).filter((entry) => entry !== '');
}
