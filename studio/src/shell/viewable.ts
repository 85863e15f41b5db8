import type { Octavo, Untyped } from '@octavo/client';
import type { Me } from '../api/project.ts';
import { nameOf } from './person.ts';

const ADMINISTRATOR = 1;
const PUBLIC = 2;
const MAX_USERS = 20;

/** A role by its name. */
interface Named {
  readonly id: number;
  readonly name: string;
}

/** A user whose view of the project can be shown. */
export interface Person extends Pick<Me, 'avatar'> {
  readonly id: number;
  readonly name: string;
  readonly role: string;
}

/** The roles whose view can be shown: all but administrators, who see everything, and the public. */
export async function rolesToView(client: Octavo<Untyped>): Promise<readonly Named[]> {
  const roles = await client.request<Named[]>('GET', '/roles', { fields: 'id,name', limit: -1, sort: 'name' });
  return roles.filter(({ id }) => id !== ADMINISTRATOR && id !== PUBLIC);
}

type Row = Parameters<typeof nameOf>[0] & Pick<Me, 'avatar'> & { id: number; role: Named | null };

/** The first active users whose name or address contains a text, without administrators. */
export async function peopleToView(client: Octavo<Untyped>, text: string): Promise<readonly Person[]> {
  const rows = await client.request<Row[]>('GET', '/users', {
    fields: 'id,first_name,last_name,email,role.id,role.name,avatar.id,avatar.private_hash',
    filter: { status: 'active', role: { neq: ADMINISTRATOR } },
    sort: 'first_name,last_name',
    limit: MAX_USERS,
    ...(text.trim() && { q: text.trim() }),
  });
  return rows.map((row) => ({ id: row.id, avatar: row.avatar, name: nameOf(row), role: row.role?.name ?? '' }));
}
