import type { Query } from '../../query/ast.ts';
import type { Settings } from '../../schema/settings.ts';

/** How many items a list shows at most; negative for all of them. (Facts of items and queries, section 1.2.) */
export function limitOf({ defaultLimit }: Settings, { single, limit }: Query): number {
  return single === true ? 1 : (limit ?? defaultLimit);
}

/** How many items a list leaves out first: the offset, or the pages before this one. (The same, section 1.3.) */
export function offsetOf(settings: Settings, query: Query): number {
  const { offset, page, limit } = query;
  if (offset !== null) return Math.max(0, offset);
  return page !== null && limit !== null ? Math.max(0, limitOf(settings, query) * (page - 1)) : 0;
}
