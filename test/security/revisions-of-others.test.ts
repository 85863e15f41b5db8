import { beforeAll, expect, it } from 'vitest';
import { owner, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Payload } from '../support/project.ts';

onEveryEngine('revisions for those who may read the items of their role', ({ project }) => {
  const users: Record<string, number> = {};

  beforeAll(async () => {
    const key = text('id', { primary_key: true, interface: 'primary-key', length: 20 });
    await project.write('POST', '/collections', { collection: 'notes', fields: [key, text('title'), owner] });
    for (const name of ['reds', 'blues']) await addRole(name);
  });

  const addRole = async (name: string): Promise<void> => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name });
    const levels = { create: 'full', read: 'role', update: 'role', delete: 'role' };
    await project.write('POST', '/permissions', { role, collection: 'notes', ...levels });
    for (const user of [`${name}-1`, `${name}-2`]) {
      const person = { first_name: user, last_name: 'X', email: `${user}@example.com`, password: 'Some-Secret-1' };
      const account = { ...person, role, status: 'active', token: `token-of-${user}` };
      users[user] = (await project.write<{ id: number }>('POST', '/users', account)).id;
    }
  };
  const as = (user: string, method: string, path: string, body?: unknown) =>
    project.ask(method, path, body, `token-of-${user}`);
  const titlesSeenBy = async (user: string, key: string): Promise<unknown[]> => {
    const { status, text: shown, body } = await as(user, 'GET', `/items/notes/${key}/revisions`);
    expect(status, shown).toBe(200);
    return (body.data as { data: Payload }[]).map(({ data }) => data.title);
  };

  it('show what users of the role owned then', async () => {
    await as('reds-1', 'POST', '/items/notes', { id: 'ours', title: 'one' });
    await as('reds-2', 'PATCH', '/items/notes/ours', { title: 'two' });
    expect(await titlesSeenBy('reds-2', 'ours')).toEqual(['one', 'two']);
  });

  it('do not show the deleted item that had the key before', async () => {
    await as('reds-1', 'POST', '/items/notes', { id: 'reused', title: 'secret' });
    expect((await as('reds-1', 'DELETE', '/items/notes/reused')).status).toBe(204);
    expect((await as('blues-1', 'POST', '/items/notes', { id: 'reused', title: 'new' })).status).toBe(200);
    expect(await titlesSeenBy('blues-2', 'reused')).toEqual(['new']);
  });

  it('do not show the past of an item that was handed over', async () => {
    await as('reds-1', 'POST', '/items/notes', { id: 'given', title: 'secret' });
    await project.write('PATCH', '/items/notes/given', { title: 'open', owner: users['blues-1'] });
    expect(await titlesSeenBy('blues-2', 'given')).toEqual(['open']);
  });
});

onEveryEngine('revisions of items under a rule about a hidden field', ({ project }) => {
  const token = 'token-of-the-guesser';

  beforeAll(async () => {
    const key = text('id', { primary_key: true, interface: 'primary-key', length: 20 });
    await project.write('POST', '/collections', { collection: 'notes', fields: [key, text('title'), text('team')] });
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Guessers' });
    const person = { first_name: 'g', last_name: 'g', email: 'guesser@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token });
    const permission = { role, collection: 'notes', create: 'full', read: 'full', update: 'full' };
    await project.write('POST', '/permissions', { ...permission, read_field_blacklist: ['team'] });
    const rule = { role, collection: 'notes', action: 'read', filter: { team: { neq: 'nobody' } } };
    await project.write('POST', '/permissions/rules', rule);
    for (const [id, team] of [
      ['reds', 'red'],
      ['blues', 'blue'],
    ])
      await project.write('POST', '/items/notes', { id, title: 'one', team });
  });
  const titlesOf = async (id: string): Promise<unknown[]> => {
    const { body } = await project.ask('GET', `/items/notes/${id}/revisions`, undefined, token);
    return (body.data as { data: Payload }[]).map(({ data }) => data.title);
  };
  const change = async (id: string, payload: Payload): Promise<void> => {
    const { status, text: shown } = await project.ask('PATCH', `/items/notes/${id}`, payload, token);
    expect(status, shown).toBe(200);
  };

  it('do not tell whether a value that the reader has written is the former one', async () => {
    for (const id of ['reds', 'blues']) await change(id, { title: 'guessed', team: 'red' });
    expect(await titlesOf('reds')).toEqual(await titlesOf('blues'));
  });

  it('are shown to those who cannot write the field', async () => {
    const [row] = await project.read<{ id: number }[]>('/permissions?filter[collection]=notes');
    await project.write('PATCH', `/permissions/${row?.id}`, { write_field_blacklist: ['team'] });
    await change('reds', { title: 'two' });
    expect(await titlesOf('reds')).toEqual(['one', 'guessed', 'two']);
    expect(await titlesOf('blues')).toEqual(['guessed']);
  });
});
