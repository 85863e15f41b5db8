import { isRecord } from '../../shared/is-record.ts';
import { named } from '../../shared/named.ts';
import { parseJson } from '../../shared/parse-json.ts';
import { asText } from '../../shared/text.ts';
import { operatorOf } from '../operators.ts';
import type { Parameter, ParameterMap } from './parameters.ts';

/** The same limit as for the nesting of brackets. */
const MAX_DEPTH = 5;

/** Converts a filter written as a JSON object to the form that brackets give; null for any other text. */
export function filterOfJson(text: string): ParameterMap | null {
  const given = objectIn(text);
  return given && mapOf(given, MAX_DEPTH);
}

/** Converts a list of such objects, of which one must hold; null for any other text. (Contract, Q-112.) */
export function alternativesOfJson(text: string): readonly ParameterMap[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const list = parseJson(text);
  if (!Array.isArray(list) || list.length === 0) return null;
  const maps = list.map((each) => (isRecord(each) ? mapOf(each, MAX_DEPTH) : null));
  return maps.every((map) => map !== null) ? maps : null;
}

/** Converts a field's operators written as a JSON object; null for a text that is a plain value. */
export function operatorsOfJson(text: string): ParameterMap | null {
  const given = objectIn(text);
  const names = given ? Object.keys(given) : [];
  const areOperators = names.length > 0 && names.every((name) => name === 'logical' || operatorOf(name) !== undefined);
  return given && areOperators ? mapOf(given, MAX_DEPTH - 1) : null;
}

function objectIn(text: string): Record<string, unknown> | null {
  if (!text.trimStart().startsWith('{')) return null;
  const value = parseJson(text);
  return isRecord(value) ? value : null;
}

function mapOf(value: object, depth: number): ParameterMap | null {
  const map: ParameterMap = Object.create(null);
  for (const [name, inner] of Object.entries(value)) {
    const parameter = parameterOf(inner, depth - 1);
    if (parameter === null) return null;
    if (inner === null && name in NULLS) map[NULLS[name] ?? name] = '1';
    else map[name] = parameter;
  }
  return map;
}

/** Nothing equals null, so a comparison with it tests for presence instead. */
const NULLS = named<string>({ eq: 'null', '=': 'null', neq: 'nnull', '!=': 'nnull', '<>': 'nnull' });

function parameterOf(value: unknown, depth: number): Parameter | null {
  if (typeof value !== 'object' || value === null) return asText(value);
  return depth > 0 ? mapOf(value, depth) : null;
}
