import { ApiError } from '../errors/api-error.ts';
import { type Parameter, parseParameters } from '../query/parse/parameters.ts';

/** PHP's limit on the number of form fields. */
const MOST = 1000;

/**
 * Parses the body of a form by the rules of query strings. Brackets that number their values without gaps make a list.
 * Throws error 13 for more than 1000 fields. (Contract, R-31.)
 */
export function formBody(text: string): unknown {
  if (text.split('&', MOST + 1).length > MOST) throw new ApiError('invalidPayload');
  return Object.fromEntries(Object.entries(parseParameters(text)).map(([name, value]) => [name, asSent(value)]));
}

function asSent(parameter: Parameter): unknown {
  if (typeof parameter === 'string') return parameter;
  const entries = Object.entries(parameter).map(([key, value]) => [key, asSent(value)] as const);
  const isList = entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}
