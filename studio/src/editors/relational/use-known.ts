import { reactive, watch } from 'vue';
import { itemsOf } from '../../api/items.ts';
import { useProject } from '../../api/project.ts';
import { noticeFailure } from '../../api/queries.ts';
import { useForm } from '../../item/form.ts';
import type { Key, Row } from './changes.ts';

const AT_ONCE = 100;

/** Items of which an editor has only the key, such as those that were picked before the page was reloaded. */
export interface KnownItems {
  /** The item; null if it is missing or may not be read, undefined until that is known. */
  readonly get: (key: Key) => Row | null | undefined;
  /** Stores items that were read elsewhere. */
  readonly note: (rows: readonly Row[]) => void;
  /** Reads those that have not been read yet. */
  readonly need: (keys: readonly Key[]) => Promise<void>;
}

/** Caches items of a collection by key until the item is read or saved again. */
export function useKnown(collection: string, key: string, paths: readonly string[]): KnownItems {
  const { client } = useProject();
  const form = useForm();
  const rows = reactive(new Map<string, Row | null>());
  const asked = new Set<string>();
  watch(form.stored, () => {
    rows.clear();
    asked.clear();
  });

  const note = (found: readonly Row[]): void => {
    for (const row of found) rows.set(String(row[key]), row);
  };

  async function need(keys: readonly Key[]): Promise<void> {
    const missing = keys.filter((each) => !rows.has(String(each)) && !asked.has(String(each)));
    for (const each of missing) asked.add(String(each));
    for (let at = 0; at < missing.length; at += AT_ONCE) await read(missing.slice(at, at + AT_ONCE));
  }

  async function read(keys: readonly Key[]): Promise<void> {
    try {
      const filter = { [key]: { in: keys } };
      const found = await itemsOf(client, collection).list({ filter, fields: [...paths], limit: -1, status: '*' });
      note(found as Row[]);
      for (const each of keys) if (!rows.has(String(each))) rows.set(String(each), null);
    } catch (error) {
      noticeFailure(error);
      for (const each of keys) rows.set(String(each), null);
    }
  }

  return { get: (each) => rows.get(String(each)), note, need };
}
