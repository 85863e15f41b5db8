import { itemsOf } from '../api/items.ts';
import type { Project } from '../api/project.ts';
import { nameOf } from './person.ts';

/** The names of the users whom the caller may see, by id. */
export async function userNames(
  { client, permissions }: Project,
  ids: readonly number[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0 || !permissions.may('read', 'directus_users')) return new Map();
  const fields = ['id', 'first_name', 'last_name'];
  const users = await itemsOf(client, 'directus_users').list({
    fields,
    filter: { id: { in: [...new Set(ids)] } },
    limit: -1,
    signal,
  });
  return new Map(users.map((user) => [Number(user.id), nameOf(user as Parameters<typeof nameOf>[0])]));
}
