import { useQuery } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { useProject } from '../../api/project.ts';
import { PUBLIC } from '../roles.ts';

export interface Member {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
}

const MAX_MEMBERS = 100;

/** The active people of a role, the last to be here first; nobody has the public one. */
export function useMembers(role: () => number): Ref<readonly Member[] | undefined> {
  const { client, key } = useProject();
  const { data } = useQuery({
    queryKey: ['people', key, 'members', role],
    queryFn: () =>
      role() === PUBLIC
        ? Promise.resolve([])
        : client.request<Member[]>('GET', '/users', {
            fields: 'id,first_name,last_name,email',
            filter: { role: role(), status: 'active' },
            sort: '-last_access_on,id',
            limit: MAX_MEMBERS,
          }),
    staleTime: 60_000,
  });
  return data;
}
