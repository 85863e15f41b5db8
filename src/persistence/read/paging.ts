import type { Query } from '../../query/ast.ts';
import type { Settings } from '../../schema/settings.ts';

/** The maximum number of items in a list; negative for no limit. (Contract, Q-40 to Q-43.) */
export function limitOf({ defaultLimit }: Settings, { single, limit }: Query): number {
  return single === true ? 1 : (limit ?? defaultLimit);
}

/** Limits a request's query to the setting `octavo_max_limit`. */
export function withinCap({ maxLimit, defaultLimit }: Settings, query: Query): Query {
  if (maxLimit === null) return query;
  const wanted = query.limit ?? defaultLimit;
  return wanted >= 0 && wanted <= maxLimit ? query : { ...query, limit: maxLimit };
}

/** How many items a list skips: the offset, or the previous pages. (Contract, Q-44 and Q-45.) */
export function offsetOf(settings: Settings, query: Query): number {
  const { offset, page, limit } = query;
  if (offset !== null) return Math.max(0, offset);
  if (page === null || limit === null) return 0;
  return Math.min(Math.max(0, limitOf(settings, query) * (page - 1)), Number.MAX_SAFE_INTEGER);
}
