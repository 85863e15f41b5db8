import { type Ref, ref, watch } from 'vue';
import { useRouter } from 'vue-router';
import { inTurn } from '../api/in-turn.ts';
import { itemsOf } from '../api/items.ts';
import { useProject } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import { itemParam } from '../model/item-address.ts';
import type { Command } from './commands.ts';

const PAUSE_MS = 180;
const MIN_LENGTH = 2;
const EACH = 4;
const COLLECTIONS = 8;

/** Items whose texts contain what is typed, some of each collection, in the order in which they arrive. */
export function useItemSearch(text: Ref<string>): Ref<readonly Command[]> {
  const { key, client, schema, permissions } = useProject();
  const router = useRouter();
  const found = ref<readonly Command[]>([]);
  const searched = schema.collections
    .filter(
      ({ name, isSystem, isHidden, isSingle }) => !isSystem && !isHidden && !isSingle && permissions.may('read', name),
    )
    .slice(0, COLLECTIONS);

  async function search(collection: Collection, q: string, signal: AbortSignal): Promise<void> {
    const fields = [collection.key.name, ...collection.title.paths];
    const rows = await inTurn(() => itemsOf(client, collection.name).list({ q, fields, limit: EACH, signal }));
    if (!signal.aborted) found.value = [...found.value, ...rows.map((row) => commandOf(collection, row))];
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

  watch(text, (q, _before, onCleanup) => {
    found.value = [];
    const asked = new AbortController();
    const begin = (): void => {
      for (const collection of searched) search(collection, q.trim(), asked.signal).catch(() => {});
    };
    const timer = q.trim().length >= MIN_LENGTH ? setTimeout(begin, PAUSE_MS) : undefined;
    onCleanup(() => {
      clearTimeout(timer);
      asked.abort();
    });
  });
  return found;
}
