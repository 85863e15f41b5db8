import { type Ref, ref, shallowRef, watch } from 'vue';
import { useRouter } from 'vue-router';
import { inTurn } from '../api/in-turn.ts';
import { itemsOf } from '../api/items.ts';
import { useProject } from '../api/project.ts';
import { noticeFailure } from '../api/queries.ts';
import type { Collection } from '../model/collection.ts';
import { itemParam } from '../model/item-address.ts';
import type { Command } from './commands.ts';

const PAUSE_MS = 180;
const MIN_LENGTH = 2;
const EACH = 4;
const COLLECTIONS = 8;

/** What a search for items has found so far. */
interface ItemSearch {
  readonly items: Ref<readonly Command[]>;
  readonly isBusy: Ref<boolean>;
  /** Why some collections could not be searched; null if all were. */
  readonly error: Ref<unknown>;
}

/** Items whose texts contain what is typed, some of each collection, in the order in which they arrive. */
export function useItemSearch(text: Ref<string>): ItemSearch {
  const { key, client, schema, permissions } = useProject();
  const router = useRouter();
  const items = ref<readonly Command[]>([]);
  const isBusy = ref(false);
  const error = shallowRef<unknown>(null);
  const searched = schema.collections
    .filter(
      ({ name, isSystem, isHidden, isSingle }) => !isSystem && !isHidden && !isSingle && permissions.may('read', name),
    )
    .slice(0, COLLECTIONS);

  async function search(collection: Collection, q: string, signal: AbortSignal): Promise<void> {
    const fields = [collection.key.name, ...collection.title.paths];
    const rows = await inTurn(() => itemsOf(client, collection.name).list({ q, fields, limit: EACH, signal }));
    if (!signal.aborted) items.value = [...items.value, ...rows.map((row) => commandOf(collection, row))];
  }

  function commandOf(collection: Collection, row: Readonly<Record<string, unknown>>): Command {
    const item = String(row[collection.key.name]);
    return {
      id: `item ${collection.name} ${item}`,
      label: collection.title.render(row) || item,
      note: collection.label,
      run: () =>
        router.push({ name: 'item', params: { project: key, collection: collection.name, item: itemParam(item) } }),
    };
  }

  async function searchAll(q: string, signal: AbortSignal): Promise<void> {
    const searches = await Promise.allSettled(searched.map((collection) => search(collection, q, signal)));
    if (signal.aborted) return;
    isBusy.value = false;
    const failed = searches.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    error.value = failed?.reason ?? null;
    if (failed) noticeFailure(failed.reason);
  }

  function begin(typed: string, _before: unknown, onCleanup: (end: () => void) => void): void {
    const q = typed.trim();
    items.value = [];
    error.value = null;
    isBusy.value = q.length >= MIN_LENGTH;
    const asked = new AbortController();
    const timer = isBusy.value ? setTimeout(() => void searchAll(q, asked.signal), PAUSE_MS) : undefined;
    onCleanup(() => {
      clearTimeout(timer);
      asked.abort();
    });
  }

  watch(text, begin, { immediate: true });
  return { items, isBusy, error };
}
