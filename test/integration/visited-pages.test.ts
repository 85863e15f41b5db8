import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';

const BLIND = 'token-of-a-role-without-permissions';

onEveryEngine('the page that a user visited', ({ project }) => {
  let blind = 0;
  const pageOf = async (user: number) => (await project.read<{ last_page: unknown }>(`/users/${user}`)).last_page;
  const track = (user: number | string, page: string, token?: string) =>
    project.ask('PATCH', `/users/${user}/tracking/page`, { last_page: page }, token);
  const create = async (person: Readonly<Record<string, unknown>>): Promise<number> => {
    const names = { first_name: 'A', last_name: 'B', password: 'secret-1', status: 'active' };
    return (await project.write<{ id: number }>('POST', '/users', { ...names, ...person })).id;
  };

  beforeAll(async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Blind' });
    const rows = await project.read<{ id: number }[]>(`/permissions?filter[role]=${role}&fields=id`);
    for (const { id } of rows) await project.write('DELETE', `/permissions/${id}`);
    blind = await create({ role, email: 'blind@example.com', token: BLIND });
  });

  it('is stored and answered with 204 if the role may not read users', async () => {
    expect(await track('me', '/items', BLIND)).toMatchObject({ status: 204, text: '' });
    expect(await pageOf(blind)).toBe('/items');
  });

  it('is not stored if the answer cannot be shown', async () => {
    const path = `/users/${blind}/tracking/page?fields=nothing`;
    expect(await project.ask('PATCH', path, { last_page: '/refused' })).toMatchObject({ status: 422 });
    expect(await pageOf(blind)).not.toBe('/refused');
  });

  it('is stored and answered for a user who counts as deleted', async () => {
    const gone = await create({ role: 1, email: 'gone@example.com', status: 'deleted' });
    const { status, body } = await track(gone, '/gone');
    expect([status, body.data]).toEqual([200, expect.objectContaining({ id: gone, last_page: '/gone' })]);
  });

  it.each(['999999', '1,2', 'x', '01', '%00'])('of nobody (%s) answers 404 and changes nothing', async (key) => {
    const before = await project.digest();
    expect(await track(key, '/nobody')).toMatchObject({ status: 404, body: { error: { code: 203 } } });
    expect(await project.digest()).toBe(before);
  });
});
