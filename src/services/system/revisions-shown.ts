import { isAdmin } from '../../permissions/caller.ts';
import type { Scope } from '../../persistence/context.ts';
import { visibleKeys } from '../../persistence/read/stored-keys.ts';
import type { Source } from '../../persistence/source.ts';
import {
  asSeen,
  narrowed,
  nestedItems,
  type SeenRevision,
  type Viewer,
  type VisibleKeys,
  withoutSecrets,
} from '../../query/shape/revision.ts';
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
    const seen = clean.flatMap((revision) => asSeen(viewer, revision) ?? []);
    const visible = await visibleNested(source, viewer, seen);
    return seen.map((each) => narrowed(viewer, each, visible));
  },
};

function viewerOf({ store, caller }: Scope): Viewer {
  const { schema, policy } = store.catalog;
  return { schema, policy: policy(caller), caller };
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
