import { withinCap } from '../persistence/read/paging.ts';
import { committed } from '../persistence/source.ts';
import { AGGREGATE_FUNCTIONS } from '../query/parse/grouping.ts';
import type { ParameterMap } from '../query/parse/parameters.ts';
import { parseQuery } from '../query/parse/query.ts';
import { isGrouped, readGroups } from '../services/items/read-groups.ts';
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts';
import { computedFrom } from './groups.ts';
import { filtered, listed, parametersOf } from './read-root.ts';
import { oneAtATime, type ReadRoot } from './root.ts';
import { selectedBelow, shownBelow } from './selection.ts';
import { paced } from './shown.ts';

/** Reads a query field as one list of groups, with one statement that computes what is selected. */
export const groupsRoot = oneAtATime(async (context, collection, args, info) => {
  await yieldToEventLoop();
  const selected = selectedBelow(info, info.fieldNodes);
  const meta = [...selectedBelow(info, selected.get('meta') ?? []).keys()].filter((name) => !name.startsWith('__'));
  const below = selected.get('data') ?? [];
  const aggregate = aggregatesOf(info, collection, below);
  const parsed = parseQuery({ ...parametersOf(args), aggregate, meta: listed(meta) });
  const query = filtered(collection, withinCap(context.store.catalog.settings, parsed), args);
  if (!isGrouped(query)) return null;
  const result = await readGroups(committed(context), collection.collection.name, query);
  const shown = [...shownBelow(info, below).values()].reduce((sum, nodes) => sum + shownBelow(info, nodes).size, 1);
  context.joint?.shown.take(shown * result.data.length);
  return { data: paced(result.data), meta: meta.length > 0 ? (result.meta ?? null) : null };
});

/** The parameter `aggregate` for a selection. */
function aggregatesOf(
  info: Parameters<ReadRoot>[3],
  collection: Parameters<ReadRoot>[1],
  nodes: Parameters<typeof selectedBelow>[1],
): ParameterMap {
  const functions = selectedBelow(info, nodes);
  return Object.fromEntries(
    AGGREGATE_FUNCTIONS.map((name) => {
      const fields = [...selectedBelow(info, functions.get(name) ?? []).keys()];
      return [name, listed(fields.flatMap((field) => computedFrom(collection, field) ?? []))];
    }),
  );
}
