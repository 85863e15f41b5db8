import { nameOf } from '../shell/person.ts';

/** The users and roles that can be asked about an item, in the server's form. */
export interface Askable {
  readonly users: readonly {
    readonly id: number;
    readonly first_name: string | null;
    readonly last_name: string | null;
  }[];
  readonly roles: readonly { readonly id: number; readonly name: string }[];
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly note?: string;
}

/** Roles and users as one list; `role` is the note for roles. */
export function choicesOf(askable: Askable | undefined, role: string): readonly Choice[] {
  const { users = [], roles = [] } = askable ?? {};
  return [
    ...users.map((user) => ({ value: `user ${user.id}`, label: nameOf(user) })),
    ...roles.map(({ id, name }) => ({ value: `role ${id}`, label: name, note: role })),
  ];
}

/** The user or role of a choice. */
export function askedIn(choice: string): { readonly user: number | null; readonly role: number | null } {
  const [kind, id] = choice.split(' ');
  return { user: kind === 'user' ? Number(id) : null, role: kind === 'role' ? Number(id) : null };
}
