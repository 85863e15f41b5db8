import type { Query } from '../../query/ast.ts';
import type { Settings } from '../../schema/settings.ts';

/** How many items a list shows at most; negative for all of them. (Contract, Q-40 to Q-43.) */
export function limitOf({ defaultLimit }: Settings, { single, limit }: Query): number {
  return single === true ? 1 : (limit ?? defaultLimit);
}

/** A query of a request, as far as the setting `octavo_max_limit` lets lists go. */
export function withinCap({ maxLimit, defaultLimit }: Settings, query: Query): Query {
  if (maxLimit === null) return query;
  const wanted = query.limit ?? defaultLimit;
  return wanted >= 0 && wanted <= maxLimit ? query : { ...query, limit: maxLimit };
}

/** How many items a list leaves out first: the offset, or the pages before this one. (Contract, Q-44 and Q-45.) */
export function offsetOf(settings: Settings, query: Query): number {
  const { offset, page, limit } = query;
  if (offset !== null) return Math.max(0, offset);
  if (page === null || limit === null) return 0;
  return Math.min(Math.max(0, limitOf(settings, query) * (page - 1)), Number.MAX_SAFE_INTEGER);
}
