import { ApiError } from '../errors/api-error.ts';
import { withinCap } from '../persistence/read/paging.ts';
import { committed } from '../persistence/source.ts';
import type { Query } from '../query/ast.ts';
import { parseAlternatives } from '../query/parse/filter.ts';
import type { ParameterMap } from '../query/parse/parameters.ts';
import { parseQuery, restrict, withFilter } from '../query/parse/query.ts';
import { primaryKeyOf } from '../schema/schema.ts';
import { readList } from '../services/items/read.ts';
import { asText } from '../shared/text.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import { alternativesOf, type FilterInput } from './filters.ts';
import { namingArguments } from './naming-arguments.ts';
import { oneAtATime, type ReadRoot } from './root.ts';
import { fieldPaths, selectedBelow } from './selection.ts';
import { paced, takeShown } from './shown.ts';

/** Maximum items per query field; larger lists need paging. */
const MAX_ITEMS = 10_000;

/**
 * Reads a query field as one list request: one statement, and one per relation below. The fields of a query run one at
 * a time, and other requests in between.
 */
export const readRoot = oneAtATime(async (context, collection, args, info) => {
  await yieldToEventLoop();
  const selected = selectedBelow(info, info.fieldNodes);
  const meta = [...selectedBelow(info, selected.get('meta') ?? []).keys()];
  const fields = fieldPaths(info, collection, selected.get('data') ?? []);
  const parsed = parseQuery({ ...parametersOf(args), fields: listed(fields), meta: listed(meta) });
  const query = filtered(collection, parsed, args);
  const result = await readList(
    committed(context),
    collection.collection.name,
    bounded(withinCap(context.store.catalog.settings, query)),
  );
  if (Array.isArray(result.data) && result.data.length > MAX_ITEMS) throw tooMany();
  if (context.joint) takeShown(context.joint.shown, info, collection, selected.get('data') ?? [], result.data);
  const data = Array.isArray(result.data) ? paced(result.data) : result.data;
  return { data, meta: isAbsent(args.id) && meta.length > 0 ? (result.meta ?? null) : null };
});

/** Reads one item beyond the maximum, so that a longer list is refused instead of cut. */
function bounded(query: Query): Query {
  const { limit } = query;
  if (limit !== null && limit > MAX_ITEMS) throw tooMany();
  return limit !== null && limit < 0 ? { ...query, limit: MAX_ITEMS + 1 } : query;
}

const tooMany = (): ApiError => new ApiError('queryTooLarge', { limit: MAX_ITEMS, what: 'items of a collection' });

/** Formats a list as a query string with numbered brackets. */
export const listed = (values: readonly string[]): ParameterMap => Object.fromEntries(values.entries());

const isAbsent = (id: unknown): boolean => id === undefined || id === null;

/** Narrows a query by the arguments `filter` and `id`, and by those that name rows. */
export function filtered(collection: Parameters<ReadRoot>[1], query: Query, args: Parameters<ReadRoot>[2]): Query {
  const terms = parseAlternatives(alternativesOf(collection, (args.filter ?? {}) as FilterInput));
  const naming = [['id', primaryKeyOf(collection.collection).name] as const, ...namingArguments(collection)];
  return naming
    .filter(([argument]) => !isAbsent(args[argument]))
    .reduce(
      (narrowed, [argument, field]) => restrict(narrowed, field, [asText(args[argument])]),
      withFilter(query, terms),
    );
}

/** Converts the arguments that {@link filtered} does not use into the parameters of a list request. */
export function parametersOf({
  id,
  filter,
  name,
  collection,
  field,
  ...rest
}: Readonly<Record<string, unknown>>): ParameterMap {
  const present = Object.entries(rest).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(
    present.map(([name, value]) => [name, Array.isArray(value) ? listed(value.map(asText)) : asText(value)]),
  );
}
