import { GraphQLError, GraphQLScalarType, type ValueNode, valueFromASTUntyped } from 'graphql';

function toText(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  throw new GraphQLError('A text is expected');
}

/** A scalar that is sent as text, formatted as in items. */
const textual = (name: string, description: string): GraphQLScalarType =>
  new GraphQLScalarType({ name, description, serialize: (value) => value, parseValue: toText });

export const DATE = textual('Date', 'A day: `YYYY-MM-DD`');
export const TIME = textual('Time', 'A time of the day: `HH:MM:SS`');
export const DATETIME = textual('Datetime', 'A moment: `YYYY-MM-DD HH:MM:SS`, in UTC');
export const JSON_VALUE = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any value',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});
