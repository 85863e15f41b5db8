import type { Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { readRulesOf } from '../system/read-rules.ts';

/** Adds to a query the fields that the collection's rules need to decide what to show. */
export function withDeciding({ name }: Collection, query: Query): Query {
  const rules = readRulesOf(name);
  return rules ? withFields(query, rules.deciding) : query;
}

/** Adds fields to those that a query requests. */
export function withFields(query: Query, added: readonly string[]): Query {
  const { fields } = query;
  const names = new Map(fields.names);
  for (const each of added) if (!names.has(each)) names.set(each, null);
  const without = new Set([...fields.without].filter((each) => !added.includes(each)));
  return { ...query, fields: { ...fields, names, without }, shape: `${query.shape}|with ${added.join()}` };
}

/**
 * Returns what the collection's rules show the caller of items read by {@link withDeciding}, with only the requested
 * fields.
 */
export function ruledItems(source: Source, { name }: Collection, query: Query, items: Item[]): Awaitable<Item[]> {
  const rules = readRulesOf(name);
  if (!rules || items.length === 0) return items;
  const { deciding } = rules;
  return rules.shown(source, items).then((shown) => shown.map((item) => withoutFields(item, deciding, query)));
}

/** Removes the fields that {@link withFields} has added to a query. */
export function withoutFields(item: Item, added: readonly string[], { fields }: Query): Item {
  const isAsked = (name: string): boolean => !fields.without.has(name) && (fields.all || fields.names.has(name));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !added.includes(name) || isAsked(name)));
}
