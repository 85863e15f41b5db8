import { id, integer, text } from './fields.ts';
import type { Payload, TestProject } from './project.ts';

const PASSWORD = 'Notes-Secret-1';

/** A collection with rules: required, unique, patterned, read-only, hidden and grouped fields. */
const notes: Payload = {
  collection: 'notes',
  fields: [
    id,
    text('title', { required: true, interface: 'text-input', sort: 1 }),
    text('code', {
      unique: true,
      interface: 'text-input',
      validation: '/^[A-Z]{3}-\\d+$/',
      note: 'Three letters, a dash, a number',
      width: 'half',
      sort: 2,
    }),
    { ...integer('size'), interface: 'numeric', options: { min: 1 }, width: 'half', sort: 3 },
    text('summary', { interface: 'text-input', sort: 4 }),
    text('slow', { interface: 'text-input', validation: '/^(a+)+$/', sort: 5 }),
    text('fixed', { interface: 'text-input', readonly: true, default_value: 'as it is', sort: 6 }),
    text('secret', { interface: 'text-input', hidden_detail: true, sort: 7 }),
    { field: 'box', type: 'group', interface: 'group', sort: 8 },
    text('inside', { interface: 'text-input', sort: 9 }),
  ],
};

/** Makes the collection in a project, and puts one of its fields into the group. */
export async function makeNotes(project: TestProject): Promise<void> {
  await project.write('POST', '/collections', notes);
  const { id: group } = await project.read<{ id: number }>('/fields/notes/box');
  await project.write('PATCH', '/fields/notes/inside', { group });
}

/** Makes a user of a new role with one permission row; returns the user's credentials. */
export async function makePerson(
  project: TestProject,
  name: string,
  permissions: readonly Payload[],
): Promise<{ readonly email: string; readonly password: string }> {
  const role = await project.write<{ id: number }>('POST', '/roles', { name });
  for (const row of permissions) await project.write('POST', '/permissions', { role: role.id, ...row });
  const person = { email: `${name}@example.com`, password: PASSWORD };
  await project.write('POST', '/users', {
    ...person,
    role: role.id,
    status: 'active',
    first_name: name,
    last_name: 'N',
  });
  return person;
}
