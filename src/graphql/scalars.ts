import { GraphQLError, GraphQLScalarType, Kind, print, type ValueNode, valueFromASTUntyped } from 'graphql';
import { asNumber, asText } from '../shared/text.ts';

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
/** A whole number as items show it: beyond 2^53 as text. (Contract, T-19.) */
function toInteger(value: unknown): unknown {
  if (Number.isInteger(value) || (typeof value === 'string' && /^-?\d{16,20}$/.test(value))) return value;
  throw new GraphQLError(`Int cannot represent non-integer value: ${asText(value).slice(0, 60)}`);
}

const isSafeText = (value: unknown): boolean =>
  (typeof value === 'string' || typeof value === 'boolean') && value !== '' && Number.isSafeInteger(Number(value));

/**
 * `Int` without the bounds of 32 bits, which columns of unsigned integers exceed. Values that are not whole
 * numbers, which SQLite allows in any column, are answered as items show them.
 */
export const INT = new GraphQLScalarType({
  name: 'Int',
  description: 'A whole number',
  serialize: (value) => (isSafeText(value) ? asNumber(value) : value),
  parseValue: toInteger,
  parseLiteral(node) {
    if (node.kind !== Kind.INT) throw new GraphQLError(`Int cannot represent non-integer value: ${print(node)}`);
    return Number.isSafeInteger(Number(node.value)) ? Number(node.value) : toInteger(node.value);
  },
});
export const JSON_VALUE = new GraphQLScalarType({
  name: 'JSON',
  description: 'Any value',
  serialize: (value) => value,
  parseValue: (value) => value,
  parseLiteral: (node: ValueNode, variables) => valueFromASTUntyped(node, variables),
});
