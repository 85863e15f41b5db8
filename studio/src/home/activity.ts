import { type UseQueryReturnType, useQuery } from '@tanstack/vue-query';
import { itemsOf } from '../api/items.ts';
import { type Project, useProject } from '../api/project.ts';
import { nameOf } from '../shell/person.ts';

/** The last action on an item that was written recently. */
export interface Recent {
  readonly collection: string;
  readonly item: string;
  readonly action: string;
  readonly at: string;
  /** Who did it; null if the caller may not know. */
  readonly who: string | null;
  /** Its title; null if the caller cannot read it, as after its deletion. */
  readonly title: string | null;
}

interface ActivityRow {
  readonly collection: string;
  readonly item: string;
  readonly action: string;
  readonly action_on: string;
  readonly action_by: { readonly first_name: string | null; readonly last_name: string | null } | null;
}

const SHOWN = 6;
const READ = 60;
const FIELDS = ['collection', 'item', 'action', 'action_on', 'action_by.first_name', 'action_by.last_name'];

/** The items that the caller, or everybody else, wrote last. */
export function useRecent(whose: 'mine' | 'others'): UseQueryReturnType<readonly Recent[], Error> {
  const project = useProject();
  return useQuery({
    queryKey: ['recent', whose],
    queryFn: ({ signal }) => recentOf(project, whose, signal),
  });
}

async function recentOf(project: Project, whose: 'mine' | 'others', signal: AbortSignal): Promise<readonly Recent[]> {
  const { client, me, schema } = project;
  const names = schema.collections.filter(({ isSystem }) => !isSystem).map(({ name }) => name);
  if (names.length === 0) return [];
  const filter = {
    action: { in: ['create', 'update', 'soft-delete', 'delete'] },
    collection: { in: names },
    action_by: whose === 'mine' ? me.id : { neq: me.id },
  };
  const rows: ActivityRow[] = await itemsOf(client, 'directus_activity').list({
    fields: FIELDS,
    filter,
    sort: ['-id'],
    limit: READ,
    signal,
  });
  return titled(project, lastOfEach(rows, project).slice(0, SHOWN), signal);
}

/** The latest row of each item, without items of junctions. */
function lastOfEach(rows: readonly ActivityRow[], { schema }: Pick<Project, 'schema'>): readonly ActivityRow[] {
  const seen = new Map<string, ActivityRow>();
  for (const row of rows) {
    const id = `${row.collection} ${row.item}`;
    if (!seen.has(id) && schema.collection(row.collection)?.isHidden === false) seen.set(id, row);
  }
  return [...seen.values()];
}

/** Adds titles: one request for each collection among them. */
async function titled(project: Project, rows: readonly ActivityRow[], signal: AbortSignal): Promise<readonly Recent[]> {
  const titles = new Map<string, string>();
  const names = [...new Set(rows.map(({ collection }) => collection))];
  await Promise.all(names.map((name) => readTitles(project, name, rows, titles, signal)));
  return rows.map(({ collection, item, action, action_on, action_by }) => ({
    collection,
    item,
    action,
    at: action_on,
    who: action_by && nameOf(action_by),
    title: titles.get(`${collection} ${item}`) ?? null,
  }));
}

async function readTitles(
  { client, schema }: Project,
  name: string,
  rows: readonly ActivityRow[],
  titles: Map<string, string>,
  signal: AbortSignal,
): Promise<void> {
  const collection = schema.collection(name);
  if (!collection) return;
  const keys = rows.filter(({ collection }) => collection === name).map(({ item }) => item);
  const fields = [collection.key.name, ...collection.title.paths];
  const query = { fields, filter: { [collection.key.name]: { in: keys } }, status: '*', limit: -1, signal };
  for (const row of await itemsOf(client, name).list(query)) {
    const key = String(row[collection.key.name]);
    titles.set(`${name} ${key}`, collection.title.render(row) || key);
  }
}
