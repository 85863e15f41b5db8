import type { Source } from '../../persistence/source.ts';
import type { FieldTree, Query } from '../../query/ast.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { readRulesOf } from '../system/read-rules.ts';

/** Adds to a query the fields that the collection's rules need to decide what to show. */
export function withDeciding({ name }: Collection, query: Query): Query {
  const rules = readRulesOf(name);
  if (!rules) return query;
  const { fields } = query;
  const names = new Map(fields.names);
  for (const each of rules.deciding) if (!names.has(each)) names.set(each, null);
  const without = new Set([...fields.without].filter((each) => !rules.deciding.includes(each)));
  return { ...query, fields: { ...fields, names, without }, shape: `${query.shape}|deciding` };
}

/**
 * Returns what the collection's rules show the caller of items read by {@link withDeciding}, with only the requested
 * fields.
 */
export function ruledItems(source: Source, { name }: Collection, query: Query, items: Item[]): Awaitable<Item[]> {
  const rules = readRulesOf(name);
  if (!rules || items.length === 0) return items;
  return rules.shown(source, items).then((shown) => shown.map((item) => narrowed(item, rules.deciding, query.fields)));
}

/** Removes fields that were read only to decide. */
function narrowed(item: Item, deciding: readonly string[], fields: FieldTree): Item {
  const isAsked = (name: string): boolean => !fields.without.has(name) && (fields.all || fields.names.has(name));
  return Object.fromEntries(Object.entries(item).filter(([name]) => !deciding.includes(name) || isAsked(name)));
}
