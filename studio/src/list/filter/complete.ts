import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Schema } from '../../model/schema.ts';
import { choicesOf, kindOf } from '../kinds.ts';
import { followPath } from '../paths.ts';
import { offeredOperators, possibleOperators } from './offered.ts';
import { OPERATORS } from './operators.ts';
import { FilterError, parseFilter } from './parse.ts';
import { printValue } from './print.ts';
import { tokensOf } from './tokens.ts';

/** A completion at a position in a filter's text. */
export interface Completion {
  readonly text: string;
  readonly note: string;
}

/** Completions that may replace the text from `from` to the cursor. */
export interface Completions {
  readonly from: number;
  readonly list: readonly Completion[];
}

const MAX_ENTRIES = 9;

/** The completions at the cursor: fields, operators, values, or words that continue the filter. */
export function completionsAt(text: string, cursor: number, collection: Collection, schema: Schema): Completions {
  const before = text.slice(0, cursor);
  const last = tokensOf(before).findLast(({ kind }) => kind !== 'end');
  const isPartial = last?.to === cursor && ['word', 'name', 'string', 'broken', 'sign'].includes(last.kind);
  const start = isPartial && last ? last.from : cursor;
  const [from, list] = expectedAt(before, start, collection, schema);
  const typed = before.slice(from).replace(/^["`]/, '').toLowerCase();
  const fits = ({ text: entry, note }: Completion): boolean =>
    entry.replace(/^["`]/, '').toLowerCase().startsWith(typed) || note.toLowerCase().startsWith(typed);
  return { from, list: list.filter((entry) => fits(entry) && entry.text !== before.slice(from)).slice(0, MAX_ENTRIES) };
}

type Found = readonly [from: number, list: readonly Completion[]];

function expectedAt(before: string, start: number, collection: Collection, schema: Schema): Found {
  const partial = before.slice(start);
  try {
    return [start, parseFilter(before.slice(0, start)) ? joints() : fieldsAt(partial, collection, schema)];
  } catch (error) {
    if (!(error instanceof FilterError)) throw error;
    return expectedBy(error, start, partial, collection, schema);
  }
}

/** Completions that would make an invalid text valid. Operators of several words may begin before the cursor's word. */
function expectedBy(error: FilterError, start: number, partial: string, collection: Collection, schema: Schema): Found {
  const { expected, from, path } = error;
  const field = path === null ? undefined : followPath(schema, collection, path)?.at(-1);
  if (expected === 'operator' && field) return [from, operatorsOf(field)];
  if (from < start) return [start, []];
  if (expected === 'field') return [start, fieldsAt(partial, collection, schema)];
  if (expected === 'value' && field) return [start, valuesOf(field, schema)];
  return [start, expected === 'comma' ? [{ text: 'and', note: '' }] : []];
}

const joints = (): readonly Completion[] => [
  { text: 'and', note: '' },
  { text: 'or', note: '' },
];

function fieldsAt(partial: string, collection: Collection, schema: Schema): readonly Completion[] {
  const dot = partial.lastIndexOf('.');
  const head = dot < 0 ? '' : partial.slice(0, dot);
  const through = head ? followPath(schema, collection, head)?.at(-1)?.relation : null;
  const target = head
    ? schema.collection((through?.kind === 'many-to-many' ? through.junction : through?.collection) ?? '')
    : collection;
  return (target?.fields ?? []).filter(isComparable).map(({ name, label }) => ({
    text: head ? `${head}.${name}` : name,
    note: label,
  }));
}

const isComparable = (field: Field): boolean =>
  kindOf(field) !== 'secret' && (!field.isAlias || field.relation !== null);

function operatorsOf(field: Field): readonly Completion[] {
  const names = new Set([...offeredOperators(field), ...possibleOperators(field)]);
  return [...names].map((name) => ({ text: OPERATORS[name].text, note: '' }));
}

function valuesOf(field: Field, schema: Schema): readonly Completion[] {
  const kind = kindOf(field);
  if (kind === 'boolean') return ['true', 'false'].map((text) => ({ text, note: '' }));
  if (kind === 'date' || kind === 'datetime')
    return ['today', 'today-7d', 'today-1m', 'now'].map((text) => ({ text, note: '' }));
  const choices = kind === 'status' ? (schema.collection(field.collection)?.statuses ?? []) : choicesOf(field);
  return choices.map(({ value, label }) => ({ text: printValue(value), note: label }));
}
