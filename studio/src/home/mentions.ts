import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { itemsOf } from '../api/items.ts';
import { type Project, useProject } from '../api/project.ts';
import { nameOf } from '../shell/person.ts';

interface MentionRow {
  readonly id: number;
  readonly collection: string;
  readonly item: string;
  readonly text: string;
  readonly by: number;
  readonly created_on: string;
}

/** A comment that mentions the caller, with the name of its author, if the caller may see it. */
export interface Mention extends MentionRow {
  readonly who: string | null;
}

const KEY = ['mentions'];

/** Comments that mention the caller, the newest first, until they are dismissed. */
export function useMentions() {
  const project = useProject();
  const queries = useQueryClient();
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => mentionsOf(project, signal) });
  return {
    mentions: computed(() => data.value ?? []),
    async dismiss({ id }: Mention): Promise<void> {
      await project.client.request('DELETE', `/mentions/${id}`);
      await queries.invalidateQueries({ queryKey: KEY });
    },
  };
}

async function mentionsOf(project: Project, signal: AbortSignal): Promise<readonly Mention[]> {
  const rows = await project.client.request<MentionRow[]>('GET', '/mentions', { signal });
  const names = await namesOf(project, [...new Set(rows.map(({ by }) => by))], signal);
  return rows.map((row) => ({ ...row, who: names.get(row.by) ?? null }));
}

async function namesOf({ client, permissions }: Project, ids: readonly number[], signal: AbortSignal) {
  if (ids.length === 0 || !permissions.may('read', 'directus_users')) return new Map<number, string>();
  const fields = ['id', 'first_name', 'last_name'];
  const users = await itemsOf(client, 'directus_users').list({
    fields,
    filter: { id: { in: ids } },
    limit: -1,
    signal,
  });
  return new Map(users.map((user) => [Number(user.id), nameOf(user as Parameters<typeof nameOf>[0])]));
}
