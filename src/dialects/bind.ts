import type { Binding } from '../query/sql/nodes.ts';
import type { Printed, Statement } from './dialect.ts';

/** A printed statement with the values of one request. */
export function bind(printed: Printed, binding: Binding): Statement {
  return { text: printed.text, parameters: printed.sources.map((source) => source(binding)) };
}

/** A binding without values, for statements whose parameters are all fixed. */
export const NO_BINDING: Binding = {
  values: [],
  search: null,
  user: 0,
  role: 0,
  now: new Date(0),
  offset: 0,
  keys: [],
};
