import type { Source } from '../../persistence/source.ts';
import type { Query } from '../../query/ast.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Awaitable } from '../../shared/awaitable.ts';
import { readRulesOf } from '../system/read-rules.ts';
import { withFields, withoutFields } from './added-fields.ts';

/** Adds to a query the fields that the collection's rules need to decide what to show. */
export function withDeciding({ name }: Collection, query: Query): Query {
  const rules = readRulesOf(name);
  return rules ? withFields(query, rules.deciding) : query;
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
