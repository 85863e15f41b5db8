import type { Binding } from '../query/sql/nodes.ts';
import type { Printed, Statement } from './dialect.ts';

/** Binds a printed statement to the values of one request. */
export function bind(printed: Printed, binding: Binding): Statement {
  const { text, sources, scans, probe } = printed;
  const parameters = sources.map((source) => source(binding));
  if (!scans && !probe) return { text, parameters };
  return { text, parameters, ...(scans && { scans }), ...(probe && { probe: bind(probe, binding) }) };
}

/** An empty binding, for statements whose parameters are all constant. */
export const NO_BINDING: Binding = {
  values: [],
  search: null,
  user: 0,
  role: 0,
  now: new Date(0),
  offset: 0,
  keys: [],
};
