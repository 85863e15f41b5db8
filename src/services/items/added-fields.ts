import type { Query } from '../../query/ast.ts';
import type { Item } from '../../query/shape/decoder.ts';

const isAsked = ({ fields: { all, names, without } }: Query, name: string): boolean =>
  !without.has(name) && (all || names.has(name));

/** A query that also reads these fields of the collection, which the server needs. */
export function withFields(query: Query, needed: readonly string[]): Query {
  const added = needed.filter((name) => !isAsked(query, name));
  if (added.length === 0) return query;
  const { fields } = query;
  const without = new Set([...fields.without].filter((name) => !added.includes(name)));
  const names = new Map([...fields.names, ...added.map((name) => [name, null] as const)]);
  return { ...query, fields: { ...fields, names, without }, shape: `${query.shape}|with ${added.join()}` };
}

/** An item without those of the needed fields that the query itself did not request. */
export function withoutFields(item: Item, needed: readonly string[], query: Query): Item {
  const added = needed.filter((name) => !isAsked(query, name));
  return added.length === 0 ? item : Object.fromEntries(Object.entries(item).filter(([name]) => !added.includes(name)));
}
