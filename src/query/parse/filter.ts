import { ApiError } from '../../errors/api-error.ts';
import type { Condition } from '../ast.ts';
import { type Blank, blankOf } from '../blank.ts';
import { excludesValues, type Operator, operatorOf } from '../operators.ts';
import { formOf, partsOf } from '../text-form.ts';
import { alternativesOfJson, filterOfJson, operatorsOfJson } from './json-filter.ts';
import type { Parameter, ParameterMap } from './parameters.ts';

const MAX_CONDITIONS = 100;
const MAX_VALUES = 5000;
const MAX_PATH = 12;
const MAX_ALL = 500;

/** The conditions of a filter and the texts they compare with. */
export interface ParsedFilter {
  readonly conditions: readonly Condition[];
  readonly values: readonly string[];
}

/**
 * Parses `filter`, in brackets or as JSON: an object, or a list of alternatives. All operators on a field apply.
 * `logical=or` joins the field's conditions by OR to each other and to the preceding ones. (Contract, Q-100 to Q-112.)
 */
export function parseFilter(parameter: Parameter | undefined): ParsedFilter {
  const alternatives = typeof parameter === 'string' ? alternativesOfJson(parameter) : null;
  if (alternatives) return parseAlternatives(alternatives.map(termsOf));
  const parsed = { conditions: [] as Condition[], values: [] as string[] };
  const given = typeof parameter === 'string' ? filterOfJson(parameter) : parameter;
  for (const [field, conditions] of Object.entries(given ?? {})) addField(parsed, field, conditions);
  return bounded(parsed);
}

/** A condition that is not parsed yet. */
export type Term = readonly [field: string, operator: string, value: Parameter];

/**
 * Parses alternatives: a row matches if it fulfils all terms of one of them. An alternative without an effective term
 * is true, and makes the entire filter true.
 */
export function parseAlternatives(alternatives: readonly (readonly Term[])[]): ParsedFilter {
  const parsed = { conditions: [] as Condition[], values: [] as string[] };
  for (const terms of alternatives) {
    const before = parsed.conditions.length;
    for (const [field, operator, value] of terms) {
      const begins = before > 0 && parsed.conditions.length === before;
      addCondition(parsed, pathOf(field), operator, value, begins);
    }
    if (parsed.conditions.length === before) return { conditions: [], values: [] };
  }
  return bounded(parsed);
}

/** The terms of an alternative. */
function termsOf(given: ParameterMap): Term[] {
  return Object.entries(given).flatMap(([field, conditions]) => {
    const entries = typeof conditions === 'string' ? [['eq', conditions] as const] : Object.entries(conditions);
    const unfolded = entries.flatMap(([name, value]) => unfold([name, value]));
    return unfolded.filter(([name]) => name !== 'logical').map(([name, value]): Term => [field, name, value]);
  });
}

/** Refuses a filter that is too large with error 12. */
function bounded(parsed: ParsedFilter): ParsedFilter {
  if (parsed.conditions.length > MAX_CONDITIONS)
    throw new ApiError('queryTooLarge', { limit: MAX_CONDITIONS, what: 'conditions' });
  return parsed;
}

/** Must be called before the values are added, because a call takes only tens of thousands of arguments. */
function refuseManyValues(count: number): void {
  if (count > MAX_VALUES) throw new ApiError('queryTooLarge', { limit: MAX_VALUES, what: 'values in a filter' });
}

interface Draft {
  readonly conditions: Condition[];
  readonly values: string[];
}

function addField(parsed: Draft, field: string, given: Parameter): void {
  const path = pathOf(field);
  const conditions = typeof given === 'string' ? (operatorsOfJson(given) ?? given) : given;
  const entries =
    typeof conditions === 'string' ? [['eq', conditions] as const] : Object.entries(conditions).flatMap(unfold);
  const or = entries.some(([name, value]) => name === 'logical' && value === 'or');
  for (const [name, value] of entries) if (name !== 'logical') addCondition(parsed, path, name, value, or);
}

function pathOf(field: string): string[] {
  const path = field.split('.');
  if (path.length > MAX_PATH) throw new ApiError('queryTooLarge', { limit: MAX_PATH, what: 'levels in a filter' });
  return path;
}

/** A numbered entry is an equality, or a group of conditions. */
function unfold([name, value]: [string, Parameter]): (readonly [string, Parameter])[] {
  if (!/^\d+$/.test(name)) return [[name, value]];
  return typeof value === 'string' ? [['eq', value]] : Object.entries(value);
}

function addCondition(parsed: Draft, path: readonly string[], name: string, value: Parameter, or: boolean): void {
  const operator = operatorOf(name);
  if (!operator) throw new ApiError('unknownFilter', { operator: name });
  const texts = textsOf(operator, value);
  if (texts === null) return;
  refuseManyValues(parsed.values.length + texts.length);
  const form = operator.family === 'pattern' ? formOf(partsOf(texts[0] ?? '', operator.wildcards === true)) : null;
  const blanks = blanksOf(operator, texts);
  const condition = { path, operator, first: parsed.values.length, count: texts.length, or };
  parsed.conditions.push({ ...condition, ...(form && { form }), ...(blanks && { blanks }) });
  parsed.values.push(...texts);
}

/** What the texts that an operator excludes stand for; null if all of them are values, or it excludes none. */
function blanksOf(operator: Operator, texts: readonly string[]): (Blank | null)[] | null {
  if (!excludesValues(operator)) return null;
  const blanks = texts.map(blankOf);
  return blanks.some((blank) => blank !== null) ? blanks : null;
}

/** The texts that an operator compares with; null if the condition is empty and is left out. */
function textsOf(operator: Operator, value: Parameter): readonly string[] | null {
  const list = typeof value === 'string' ? value.split(',') : texts(value);
  const whole = typeof value === 'string' ? value : (list[0] ?? '');
  switch (operator.family) {
    case 'presence':
    case 'emptiness':
      return [];
    case 'list':
      return list;
    case 'range':
      return list.length < 2 ? [] : [list[0] ?? '', list.at(-1) ?? ''];
    case 'relation':
      return operator.name === 'all' ? distinct(list.map((entry) => entry.trim())) : counted(list[0] ?? '');
    case 'pattern':
      return whole === '' ? null : [whole];
    default:
      return [whole];
  }
}

/** Each distinct value becomes a condition. */
function distinct(list: readonly string[]): string[] {
  const values = [...new Set(list)];
  if (values.length > MAX_ALL)
    throw new ApiError('queryTooLarge', { limit: MAX_ALL, what: 'values of the operator all' });
  return values;
}

/** A count with an empty value, such as an input not yet filled in, is ignored. (Contract, Q-104.) */
const counted = (text: string): string[] | null => (text.trim() === '' ? null : [text]);

function texts(map: ParameterMap): string[] {
  return Object.values(map).filter((entry) => typeof entry === 'string');
}
