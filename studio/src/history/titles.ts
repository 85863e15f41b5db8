import { type InjectionKey, inject, onScopeDispose, provide, shallowReactive } from 'vue';
import { itemsOf } from '../api/items.ts';
import { useProject } from '../api/project.ts';
import { namingOf, schemaTitle } from './system-titles.ts';
import type { TitleOf } from './title-of.ts';

const titlesKey: InjectionKey<TitleOf> = Symbol('titles');
const TOGETHER = 100;

/** Looks up titles of related items for child components, many with one request. */
export function provideTitles(): TitleOf {
  const { client, schema } = useProject();
  const known = shallowReactive<Record<string, () => string>>({});
  const asked = new Set<string>();
  const waiting = new Map<string, Set<string>>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function lookUpNamed(name: string, keys: readonly string[]): Promise<void> {
    const naming = namingOf(name);
    if (!naming) return;
    const { path, fields, nameOf } = naming;
    const query = { 'filter[id][in]': keys.join(), fields: fields.join(), limit: TOGETHER };
    const rows = await client.request<Record<string, unknown>[]>('GET', path, fields.length > 0 ? query : {});
    for (const row of rows) known[`${name} ${row.id}`] = () => nameOf(row, schema, titleOf);
  }

  async function look(name: string, keys: readonly string[]): Promise<void> {
    if (namingOf(name)) return lookUpNamed(name, keys);
    const collection = schema.collection(name);
    if (!collection) return;
    const fields = [...new Set([collection.key.name, ...collection.title.paths])];
    const query = { fields, filter: { [collection.key.name]: { in: keys } }, limit: TOGETHER, status: '*' };
    const rows = (await itemsOf(client, name).list(query as never)) as Record<string, unknown>[];
    for (const row of rows) known[`${name} ${row[collection.key.name]}`] = () => collection.title.render(row);
  }

  function flush(): void {
    for (const [name, keys] of waiting) look(name, [...keys].slice(0, TOGETHER)).catch(() => {});
    waiting.clear();
  }

  function titleOf(collection: string, key: unknown): string {
    const text = String(key);
    const title = schemaTitle(schema, collection, text);
    if (title !== null) return title;
    const id = `${collection} ${text}`;
    if (!asked.has(id)) {
      asked.add(id);
      waiting.set(collection, (waiting.get(collection) ?? new Set()).add(text));
      clearTimeout(timer);
      timer = setTimeout(flush);
    }
    return known[id]?.() || text;
  }
  onScopeDispose(() => clearTimeout(timer));
  provide(titlesKey, titleOf);
  return titleOf;
}

/** The titles that a parent component looks up. */
export function useTitles(): TitleOf {
  const titleOf = inject(titlesKey);
  if (!titleOf) throw new Error('no component above looks up titles');
  return titleOf;
}
