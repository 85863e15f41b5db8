import type { Octavo, Untyped } from '@octavo/client';
import { useQuery } from '@tanstack/vue-query';
import type { Ref } from 'vue';
import { useProject } from '../api/project.ts';
import type { Access } from './access/access.ts';
import { requestsFor } from './access/changes.ts';
import { toRow, toRule } from './access/staging.ts';

export interface Role {
  readonly id: number;
  readonly name: string;
  readonly description: string | null;
  readonly ip_whitelist: readonly string[] | string | null;
  readonly external_id: string | null;
  readonly enforce_2fa: boolean | null;
}

export const ADMINISTRATOR = 1;
export const PUBLIC = 2;

/** Browsers are slow to show more links than this. */
const MAX_LINKS = 100;

/** The first of many roles, with the public and the role whose id is given. */
export const firstRoles = (roles: readonly Role[], current = ''): readonly Role[] =>
  roles.filter(({ id }, index) => index < MAX_LINKS || id === PUBLIC || String(id) === current);

const FIELDS = 'id,name,description,ip_whitelist,external_id,enforce_2fa';
const key = (project: string) => ['people', project, 'roles'];

/** The roles of the project: administrators first, the public last. */
export function useRoles(): { roles: Ref<readonly Role[] | undefined>; error: Ref<unknown>; refetch: () => unknown } {
  const { client, key: project } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: key(project),
    shallow: true,
    queryFn: async () => {
      const roles = await client.request<Role[]>('GET', '/roles', { fields: FIELDS, limit: -1, sort: 'id' });
      const place = ({ id }: Role): number => (id === ADMINISTRATOR ? 0 : id === PUBLIC ? 2 : 1);
      return roles.toSorted((a, b) => place(a) - place(b) || a.name.localeCompare(b.name));
    },
  });
  return { roles: data, error, refetch };
}

/** How many people each role has, by its id; the invited and the suspended among them. */
export function useHeadcounts(): {
  counts: Ref<{ byRole: ReadonlyMap<number | null, number>; invited: number } | undefined>;
  error: Ref<unknown>;
  refetch: () => unknown;
} {
  const { client, key: project } = useProject();
  const { data, error, refetch } = useQuery({
    queryKey: ['people', project, 'headcounts'],
    queryFn: async () => {
      const query = { groupBy: 'role,status', aggregate: { count: '*' }, limit: -1 };
      type Group = { group: { role: number | null; status: string }; count: Record<string, number> };
      const groups = await client.request<Group[]>('GET', '/users', query);
      const byRole = new Map<number | null, number>();
      let invited = 0;
      for (const { group, count } of groups) {
        byRole.set(group.role, (byRole.get(group.role) ?? 0) + (count['*'] ?? 0));
        if (group.status === 'invited') invited += count['*'] ?? 0;
      }
      return { byRole, invited };
    },
  });
  return { counts: data, error, refetch };
}

/** Reads what a role may do. */
export async function readAccess(client: Octavo<Untyped>, role: number): Promise<Access> {
  const [rows, rules] = await Promise.all([
    client.request<Record<string, unknown>[]>('GET', '/permissions', { filter: { role }, limit: -1, sort: 'id' }),
    client.request<Parameters<typeof toRule>[0][]>('GET', '/permissions/rules', { role }),
  ]);
  return { rows: rows.map(toRow), rules: rules.map(toRule) };
}

/** Writes what a role may do, request by request, and reads it again. */
export async function saveAccess(
  client: Octavo<Untyped>,
  role: number,
  before: Access,
  after: Access,
): Promise<Access> {
  for (const { method, path, body } of requestsFor(role, before, after)) await client.request(method, path, {}, body);
  return readAccess(client, role);
}
