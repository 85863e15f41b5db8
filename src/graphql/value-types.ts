import { GraphQLBoolean, GraphQLFloat, GraphQLList, type GraphQLScalarType, GraphQLString } from 'graphql';
import type { Kind } from '../schema/datatypes.ts';
import type { Field } from '../schema/field.ts';
import { isWideKey } from '../schema/whole-decimal.ts';
import { DATE, DATETIME, INT, JSON_VALUE, TIME } from './scalars.ts';

const KINDS: Readonly<Record<Kind, GraphQLScalarType>> = {
  integer: INT,
  bigint: GraphQLString,
  decimal: GraphQLFloat,
  float: GraphQLFloat,
  text: GraphQLString,
  choice: GraphQLString,
  date: DATE,
  time: TIME,
  datetime: DATETIME,
  binary: GraphQLString,
  json: JSON_VALUE,
};
const TYPES: Readonly<Record<string, GraphQLScalarType | GraphQLList<GraphQLScalarType>>> = {
  boolean: GraphQLBoolean,
  json: JSON_VALUE,
  array: new GraphQLList(GraphQLString),
};

/** The GraphQL type of a field's values, for input and output. */
export function valueType(field: Field): GraphQLScalarType | GraphQLList<GraphQLScalarType> {
  return TYPES[field.type.name] ?? KINDS[isWideKey(field) ? 'bigint' : (field.kind ?? 'text')];
}

/** The value of a field or a group: what JSON cannot express is null, as in items. */
export const shownValue = (value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? null : (value ?? null);
