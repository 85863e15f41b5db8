import {
  GraphQLBoolean,
  GraphQLFloat,
  type GraphQLInputFieldConfigMap,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLString,
} from 'graphql';
import { ApiError } from '../errors/api-error.ts';
import { operators } from '../query/operators.ts';
import type { Term } from '../query/parse/filter.ts';
import type { Kind } from '../schema/datatypes.ts';
import { isWideKey } from '../schema/whole-decimal.ts';
import { asText } from '../shared/text.ts';
import type { GraphCollection, GraphField } from './model.ts';
import { DATE, DATETIME, INT, TIME } from './scalars.ts';

const MAX_ALTERNATIVES = 100;
/** The suffix of the names of filter types. */
export const FILTER_ENDING = 'Filter';
const PRESENCE = ['null', 'nnull', 'empty', 'nempty'];
const ORDER = ['lt', 'lte', 'gt', 'gte', 'between', 'nbetween'];
const PATTERNS = ['contains', 'ncontains', 'rlike', 'nrlike'];
const LISTS = ['eq', 'neq', 'in', 'nin'];
const COMPARED: Readonly<Partial<Record<Kind, GraphQLInputType>>> = {
  integer: INT,
  decimal: GraphQLFloat,
  float: GraphQLFloat,
  date: DATE,
  time: TIME,
  datetime: DATETIME,
};

/** The operators of a field's filters. */
function operatorsOf({ field, compared }: GraphField): readonly string[] {
  if (!compared) return [];
  if (field.relation?.kind === 'o2m') return ['all', 'has', 'eq', 'in', 'null', 'nnull'];
  if (field.type.name === 'boolean') return ['eq', 'null', 'nnull'];
  const isText = field.kind === 'text' || field.kind === 'choice';
  return [...LISTS, ...PRESENCE, ...(isText || field.relation ? PATTERNS : []), ...ORDER];
}

/** The operand type of an operator: presence takes a boolean, several values are comma-separated text. */
function operandType({ field }: GraphField, name: string): GraphQLInputType {
  const family = operators.find((operator) => operator.name === name)?.family;
  if (family === 'presence' || family === 'emptiness') return GraphQLBoolean;
  if (name === 'has') return INT;
  if (family !== 'compare') return GraphQLString;
  if (isWideKey(field)) return GraphQLString;
  return field.type.name === 'boolean' ? GraphQLBoolean : (COMPARED[field.kind ?? 'text'] ?? GraphQLString);
}

/** The filter input of a collection: `<field>_<operator>`, and lists of filters of which one, or all, must match. */
export function filterType({ type, fields }: GraphCollection): GraphQLInputObjectType | null {
  const given: GraphQLInputFieldConfigMap = {};
  for (const field of fields.values())
    for (const name of operatorsOf(field)) given[`${field.name}_${name}`] = { type: operandType(field, name) };
  if (Object.keys(given).length === 0) return null;
  const filter: GraphQLInputObjectType = new GraphQLInputObjectType({
    name: `${type}${FILTER_ENDING}`,
    fields: () => {
      const list = { type: new GraphQLList(new GraphQLNonNull(filter)) };
      return { ...given, or: list, and: list };
    },
  });
  return filter;
}

/** An incoming filter, whose keys are checked. */
export type FilterInput = { readonly [key: string]: unknown };

/** The terms of a filter as alternatives, one of which must match. Error 12 if there are too many. */
export function alternativesOf(collection: GraphCollection, filter: FilterInput): readonly (readonly Term[])[] {
  return Object.entries(filter).reduce<readonly (readonly Term[])[]>(
    (found, [key, value]) => {
      if (value === null || value === undefined) return found;
      if (key !== 'or' && key !== 'and') return both(found, [[termOf(collection, key, value)]]);
      const nested = (value as readonly FilterInput[]).map((each) => alternativesOf(collection, each));
      if (key === 'or') return nested.length > 0 ? both(found, nested.flat()) : found;
      return nested.reduce(both, found);
    },
    [[]],
  );
}

function both(a: readonly (readonly Term[])[], b: readonly (readonly Term[])[]): readonly (readonly Term[])[] {
  if (a.length * b.length > MAX_ALTERNATIVES)
    throw new ApiError('queryTooLarge', { limit: MAX_ALTERNATIVES, what: 'alternatives in a filter' });
  return a.flatMap((left) => b.map((right) => [...left, ...right]));
}

function termOf({ fields }: GraphCollection, key: string, value: unknown): Term {
  const at = key.lastIndexOf('_');
  const operator = key.slice(at + 1);
  const name = fields.get(key.slice(0, at))?.field.name ?? '';
  if (!PRESENCE.includes(operator))
    return [name, operator, typeof value === 'boolean' ? String(Number(value)) : asText(value)];
  const negated = operator.startsWith('nn') || operator === 'nempty' ? operator.slice(1) : `n${operator}`;
  return [name, value === false ? negated : operator, ''];
}
