import { isAdmin, roleOf } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { visibleKeys } from '../../persistence/read/stored-keys.ts';
import { readWholes } from '../../persistence/read/whole.ts';
import type { Source } from '../../persistence/source.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import type { Item } from '../../query/shape/decoder.ts';
import {
  asSeen,
  narrowed,
  nestedItems,
  ownersIn,
  ruledFields,
  type SeenRevision,
  type Viewer,
  type VisibleKeys,
  withoutSecrets,
} from '../../query/shape/revision.ts';
import { users } from '../../schema/system/users.ts';
import { groupBy } from '../../shared/group-by.ts';
import { asText } from '../../shared/text.ts';
import type { ReadRules } from './rules.ts';

/**
 * A revision shows of an item, and of its nested items, only what a read would show. The query for revisions already
 * checks which items the caller may read at all. (Contract, L-37.)
 */
export const revisionsRead: ReadRules = {
  deciding: ['id', 'collection', 'item', 'data', 'delta'],
  async shown(source, revisions) {
    const { context } = source;
    const viewer = viewerOf(context);
    const clean = revisions.map((revision) => withoutSecrets(viewer, revision));
    if (isAdmin(context.caller)) return clean;
    const colleagues = await colleaguesAmong(source, ownersIn(viewer, clean));
    const known = await withPresent(source, { ...viewer, colleagues }, clean.map(itemOf));
    const seen = clean.flatMap((revision) => asSeen(known, revision) ?? []);
    const visible = await visibleNested(source, known, seen);
    const nested = [...nestedItems(known, seen)].flatMap(([name, items]) => items.map(({ key }) => ({ name, key })));
    const complete = await withPresent(source, known, nested);
    return seen.map((each) => narrowed(complete, each, visible));
  },
};

function viewerOf({ store, caller }: Scope): Viewer {
  const { schema, policy } = store.catalog;
  return { schema, policy: policy(caller), caller };
}

/** The most ids per statement. */
const MAX_IDS = 500;

/** Those of the given users who have the caller's role. */
async function colleaguesAmong({ context, reader }: Source, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = new TableRows(context.store.dialect, users);
  const numbers = ids.map(Number).filter(Number.isSafeInteger);
  const found = new Set<string>();
  for (let from = 0; from < numbers.length; from += MAX_IDS) {
    const some = numbers.slice(from, from + MAX_IDS);
    const ofRole = [['id', 'in', some] as const, ['role', '=', roleOf(context.caller)] as const];
    for (const { id } of await rows.find(reader, ofRole, [], null, { columns: ['id'] })) found.add(String(id));
  }
  return found;
}

/** The name of an item's collection, and its key. */
interface Named {
  readonly name: string;
  readonly key: string;
}

const itemOf = ({ collection, item }: Item): Named => ({ name: asText(collection), key: asText(item) });

/** The viewer, with the present rows of the items that item rules are about. */
async function withPresent(source: Source, viewer: Viewer, items: readonly Named[]): Promise<Viewer> {
  const present = new Map(viewer.present);
  for (const [name, named] of groupBy(items, (item) => item.name)) {
    const collection = viewer.schema.collections.get(name);
    if (!collection || ruledFields(viewer, collection).length === 0) continue;
    const rows = await readWholes(source, collection, [...new Set(named.map(({ key }) => key))]);
    present.set(name, new Map([...(present.get(name) ?? []), ...rows]));
  }
  return { ...viewer, present };
}

async function visibleNested(source: Source, viewer: Viewer, seen: readonly SeenRevision[]): Promise<VisibleKeys> {
  const visible = new Map<string, ReadonlySet<string>>();
  for (const [name, items] of nestedItems(viewer, seen)) {
    const [first] = items;
    const keys = items.map(({ key }) => key);
    if (first) visible.set(name, await visibleKeys(source, first.related, keys));
  }
  return visible;
}
