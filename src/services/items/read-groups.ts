import { unprocessable } from '../../errors/unprocessable.ts';
import { planContext } from '../../persistence/context.ts';
import { onCurrentSchema } from '../../persistence/current-schema.ts';
import { bindingFor } from '../../persistence/read/binding.ts';
import { compileGroups, runGroups } from '../../persistence/read/compiled-groups.ts';
import { type Meta, plainMeta } from '../../persistence/read/meta.ts';
import { limitOf } from '../../persistence/read/paging.ts';
import type { Source } from '../../persistence/source.ts';
import type { Grouping, Query } from '../../query/ast.ts';
import { planGroups } from '../../query/plan/grouped.ts';
import type { Group } from '../../query/shape/groups.ts';
import { collectionOf } from '../../schema/schema.ts';
import { type ZoneOffset, zoneOffsets } from '../../shared/zone-offsets.ts';
import { filtersReading } from '../hooks/item-hooks.ts';
import { readRulesOf } from '../system/read-rules.ts';
import { advise, deniedAsList } from './read.ts';

type GroupedQuery = Query & { readonly grouping: Grouping };

export interface GroupsResult {
  readonly data: Group[];
  readonly meta?: Meta;
}

/** Whether a query requests groups instead of items. */
export const isGrouped = (query: Query): query is GroupedQuery => query.grouping !== undefined;

/**
 * Reads groups of the items that a list would have, with one statement. Errors: 12, 202, 215, 300 (3 for the public).
 * (Contract, Q-200 to Q-216.)
 */
export async function readGroups(source: Source, collection: string, query: GroupedQuery): Promise<GroupsResult> {
  refuseFiltered(source, collection);
  const offsets = await offsetsOf(query.grouping);
  return onCurrentSchema(source, () => groupsNow(source, collection, query, offsets));
}

/** Refused, because a statement cannot apply rules and extensions that decide item by item. */
function refuseFiltered({ context }: Source, collection: string): void {
  if (readRulesOf(collection) === undefined && !filtersReading(context, collection)) return;
  throw unprocessable(
    `Items of "${collection}" cannot be grouped, because what is shown of them is decided item by item: read the list`,
  );
}

async function offsetsOf({ keys, timeZone }: Grouping): Promise<readonly ZoneOffset[]> {
  return keys.some(({ part }) => part !== null) ? zoneOffsets(timeZone) : [];
}

async function groupsNow(
  source: Source,
  name: string,
  query: GroupedQuery,
  offsets: readonly ZoneOffset[],
): Promise<GroupsResult> {
  const { context, reader } = source;
  const { catalog, dialect } = context.store;
  const { settings } = catalog;
  const collection = collectionOf(catalog.schema, name);
  const plan = deniedAsList(context, query, () => planGroups(planContext(context), collection, query, offsets));
  const limit = limitOf(settings, query);
  const compiled = compileGroups(plan, dialect, { limit, nullsLast: settings.nullsLast });
  advise(context, compiled.hints);
  const binding = bindingFor(context, query);
  const data = await runGroups(reader, compiled, limit < 0 ? { ...binding, offset: 0 } : binding);
  return { data, ...(query.meta && { meta: plainMeta(query, name, data.length) }) };
}
