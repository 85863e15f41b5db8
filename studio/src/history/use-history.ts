import { OctavoError } from '@octavo/client';
import { computed, shallowRef } from 'vue';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import type { Collection } from '../model/collection.ts';
import { type Activity, type Entry, entriesOf, type NestedRevision, type Revision } from './entries.ts';
import { type Asked, PAGE, readActivities, readNested, readRevisions } from './reads.ts';

/** The history of an item, read page by page. */
export function useHistory(collection: Collection, item: string) {
  const { client } = useProject();
  const asked: Asked = { client, collection: collection.name, item };
  const activities = shallowRef<readonly Activity[]>();
  const revisions = shallowRef<readonly Revision[]>([]);
  const nested = shallowRef<readonly NestedRevision[]>([]);
  const failure = shallowRef<unknown>();
  /** Whether the role sees who did something, but not what. */
  const isHidden = shallowRef(false);
  const hasMore = shallowRef(false);
  const busy = shallowRef(false);

  async function read(below: number | null): Promise<void> {
    busy.value = true;
    failure.value = undefined;
    try {
      const [done, kept, within] = await Promise.all([
        readActivities(asked, below),
        readRevisions(asked, below).catch(hide),
        readNested(asked, below).catch(nothing),
      ]);
      const isFirst = below === null;
      activities.value = [...(isFirst ? [] : (activities.value ?? [])), ...done];
      revisions.value = isFirst ? kept : joined(revisions.value, kept);
      nested.value = isFirst ? within : joined(nested.value, within);
      hasMore.value = done.length === PAGE;
    } catch (error) {
      noticeFailure(error);
      failure.value = error;
    } finally {
      busy.value = false;
    }
  }

  function hide(error: unknown): Revision[] {
    if (!isDenied(error)) throw error;
    isHidden.value = true;
    return [];
  }

  const entries = computed<readonly Entry[]>(() => entriesOf(activities.value ?? [], revisions.value, nested.value));
  return {
    asked,
    entries,
    failure,
    isHidden,
    hasMore,
    busy,
    isRead: computed(() => activities.value !== undefined),
    reload: () => read(null),
    readMore: () => read(activities.value?.at(-1)?.id ?? null),
  };
}

const isDenied = (error: unknown): boolean => error instanceof OctavoError && [401, 403].includes(error.status);

function nothing(error: unknown): NestedRevision[] {
  if (isDenied(error)) return [];
  throw error;
}

function joined<T extends { readonly id: number }>(before: readonly T[], more: readonly T[]): readonly T[] {
  const known = new Set(before.map(({ id }) => id));
  return [...before, ...more.filter(({ id }) => !known.has(id))];
}
