import { useQuery, useQueryClient } from '@tanstack/vue-query';
import { computed } from 'vue';
import { type Project, useProject } from '../api/project.ts';
import { userNames } from '../shell/user-names.ts';

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
  const names = await userNames(
    project,
    rows.map(({ by }) => by),
    signal,
  );
  return rows.map((row) => ({ ...row, who: names.get(row.by) ?? null }));
}
