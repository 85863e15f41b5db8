import { beforeAll, expect, it } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { id, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';
import { dataOf } from '../support/signing-in.ts';

const TOKEN = 'the-token-of-the-writer';
const SECRETS = ['the-token-of-a-colleague', 'tests-admin-token', 'a-colleague@example.com', 'admin@example.com'];
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
/** From the writer to a colleague of the same role, and to the administrator who has uploaded the writer's picture. */
const PATHS = ['role.users', 'avatar.uploaded_by'];
const below = (prefix: string): string =>
  PATHS.flatMap((path) => ['*', 'token', 'email'].map((field) => `${prefix}${path}.${field}`)).join();

onEveryEngine('the answer to those who may read nothing', ({ project }) => {
  let role = 0;
  let picture = 0;

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
    await project.write('POST', '/items/notes', { title: 'Plums' });
    picture = (await project.write<{ id: number }>('POST', '/files', { data: PIXEL, filename_download: 'x.gif' })).id;
    role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' })).id;
    const own = await project.read<{ id: number }[]>(`/permissions?filter[role]=${role}&fields=id`);
    await project.write('DELETE', `/permissions/${own.map((row) => row.id).join()}`);
    await project.write('POST', '/permissions', [
      { role, collection: 'notes', read: 'full', comment: 'full' },
      { role, collection: 'directus_activity', create: 'full' },
    ]);
    const person = { last_name: 'X', password: 'Some-Secret-1', role, status: 'active', avatar: picture };
    const colleague = { email: 'a-colleague@example.com', token: SECRETS[0] };
    await project.write('POST', '/users', { ...person, first_name: 'Ann', email: 'writer@example.com', token: TOKEN });
    await project.write('POST', '/users', { ...person, first_name: 'Ben', ...colleague });
  });

  const expectNothing = ({ status, text: answered }: Answered): void => {
    expect(status, answered).toBe(200);
    for (const secret of SECRETS) expect(answered).not.toContain(secret);
  };

  it('who comment shows the comment, and nothing of other items', async () => {
    const query = `?fields=*,${below('action_by.')}&meta=*`;
    const sent = { collection: 'notes', item: '1', comment: 'Ripe?' };
    const added = await project.ask('POST', `/activity/comment${query}`, sent, TOKEN);
    expectNothing(added);
    expect(added.body.data).toMatchObject({ action: 'comment', comment: 'Ripe?', item: '1' });
    expect(added.body).not.toHaveProperty('meta');
    const { id: key } = dataOf<{ id: number }>(added);
    const changed = await project.ask('PATCH', `/activity/comment/${key}${query}`, { comment: 'Sour' }, TOKEN);
    expectNothing(changed);
    expect(changed.body.data).toMatchObject({ id: key, comment: 'Sour' });
  });

  it('who may read the comment shows of other items what they may read', async () => {
    const row = { role, collection: 'directus_activity', create: 'full', read: 'mine' };
    await project.write('POST', '/permissions', row);
    await project.write('POST', '/permissions', { role, collection: 'directus_users', read: 'mine' });
    const sent = { collection: 'notes', item: '1', comment: 'Ripe?' };
    const query = `?fields=*,action_by.first_name,${below('action_by.')}`;
    const added = await project.ask('POST', `/activity/comment${query}`, sent, TOKEN);
    expectNothing(added);
    expect(added.body.data).toMatchObject({ action_by: { first_name: 'Ann' } });
  });

  it('who accept an invitation shows the user, and nothing of other items', async () => {
    const email = 'newcomer@example.com';
    const [{ id: user }] = await project.write<[{ id: number }]>('POST', '/users/invite', { email, role });
    await project.write('PATCH', `/users/${user}`, { avatar: picture });
    const { issuer } = await project.opened();
    const token = await issueToken(issuer, 'invitation', { id: user, email }, 10, new Date());
    const accepted = await project.ask('POST', `/users/invite/${token}?fields=*,${below('')}&meta=*`, {}, null);
    expectNothing(accepted);
    expect(accepted.body.data).toMatchObject({ email, status: 'active', role, avatar: picture });
    expect(accepted.body).not.toHaveProperty('meta');
  });
});

onEveryEngine('the user object of a sign-in and of an invitation', ({ project }) => {
  const password = 'Some-Secret-1';
  let role = 0;
  let row = 0;

  beforeAll(async () => {
    await project.write('POST', '/fields/directus_users', text('rating'));
    role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' })).id;
    const own = await project.read<{ id: number }[]>(`/permissions?filter[role]=${role}&fields=id`);
    await project.write('DELETE', `/permissions/${own.map(({ id: key }) => key).join()}`);
    const may = { role, collection: 'directus_users', read: 'mine', read_field_blacklist: ['company'] };
    row = (await project.write<{ id: number }>('POST', '/permissions', may)).id;
  });

  const objects = async (): Promise<Answered[]> => {
    const email = `ann-${process.hrtime.bigint()}@example.com`;
    const [{ id: user }] = await project.write<[{ id: number }]>('POST', '/users/invite', { email, role });
    await project.write('PATCH', `/users/${user}`, { rating: 'difficult', company: 'Shell', password });
    const token = await issueToken((await project.opened()).issuer, 'invitation', { id: user, email }, 10, new Date());
    const accepted = await project.ask('POST', `/users/invite/${token}`, {}, null);
    return [accepted, await project.ask('POST', '/auth/authenticate', { email, password }, null)];
  };
  const userIn = ({ body }: Answered): Record<string, unknown> => {
    const data = body.data as Record<string, unknown>;
    return (data.user ?? data) as Record<string, unknown>;
  };

  it('have no fields that the role may not read', async () => {
    for (const user of (await objects()).map(userIn)) {
      expect(user).toMatchObject({ role, status: 'active', rating: 'difficult' });
      expect(user).not.toHaveProperty('company');
    }
  });

  it('have no fields of the project if the role may not read users', async () => {
    await project.write('PATCH', `/permissions/${row}`, { read: 'none' });
    for (const user of (await objects()).map(userIn)) {
      expect(user).toMatchObject({ role, status: 'active' });
      expect(user).not.toHaveProperty('rating');
      expect(user).not.toHaveProperty('company');
    }
  });
});
