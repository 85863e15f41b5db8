import { expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Payload } from '../support/project.ts';

const TOKEN = 'the-token-of-a-writer';

onEveryEngine('accounts that administrators manage', ({ project, prepare }) => {
  prepare(() => ({ each: true }));

  const addWriter = async (): Promise<number> => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Writers' });
    const user = { first_name: 'A', last_name: 'B', email: 'a@example.com', password: 'Some-Secret-1', token: TOKEN };
    const { id } = await project.write<{ id: number }>('POST', '/users', { ...user, role, status: 'active' });
    return id;
  };

  it('sessions and keys are listed for administrators, without secrets, and for nobody else', async () => {
    const id = await addWriter();
    const credentials = { email: 'a@example.com', password: 'Some-Secret-1' };
    await project.ask('POST', '/auth/authenticate', credentials, null);
    const sessions = await project.read<Payload[]>(`/users/${id}/sessions`);
    expect(sessions).toMatchObject([{ user: id, token_type: 'jwt', current: false }]);
    expect(sessions[0]).not.toHaveProperty('token');
    expect((await project.ask('GET', '/users/me/sessions', undefined, TOKEN)).body.data).toHaveLength(1);

    const made = await project.write<{ key: string }>('POST', `/users/${id}/keys`, { name: 'Website' });
    const keys = await project.read<Payload[]>('/users/keys');
    expect(keys).toMatchObject([{ user: id, name: 'Website', last_used: null }]);
    expect(JSON.stringify(keys)).not.toContain(made.key);

    const ask = async (path: string, token: string | null): Promise<readonly unknown[]> => {
      const { status, body } = await project.ask('GET', path, undefined, token);
      return [status, body.error?.code];
    };
    expect(await ask('/users/1/sessions', TOKEN)).toEqual([403, 10]);
    expect(await ask(`/users/${id}/sessions`, made.key)).toEqual([403, 10]);
    expect(await ask('/users/1/sessions', null)).toEqual([401, 108]);
    expect(await ask('/users/999/sessions', 'tests-admin-token')).toEqual([404, 203]);
    expect(await ask('/users/keys', TOKEN)).toEqual([401, 3]);
    expect(await ask('/users/keys', null)).toEqual([401, 3]);

    await project.write('DELETE', `/users/${id}`);
    expect(await project.read('/users/keys')).toEqual([]);
  });

  it('keep their password and sessions if an empty one is sent', async () => {
    const id = await addWriter();
    const credentials = { email: 'a@example.com', password: 'Some-Secret-1' };
    await project.ask('POST', '/auth/authenticate', credentials, null);
    const before = await project.digest();
    for (const [path, body] of [
      [`/users/${id}`, { password: '' }],
      [`/users/${id},1`, { password: '' }],
      ['/roles/3', { users: [{ id, password: '' }] }],
      ['/users/1', { title: 'Chief', password: '' }],
    ] as const) {
      const { status, body: answer } = await project.ask('PATCH', path, body);
      expect([path, status, answer.error?.code]).toEqual([path, 422, 4]);
      expect(JSON.stringify(answer.error)).toContain('password: This value should not be blank.');
    }
    expect(await project.digest()).toBe(before);
    expect((await project.ask('POST', '/auth/authenticate', credentials, null)).status).toBe(200);
  });

  it('lose their password if null is sent', async () => {
    const id = await addWriter();
    await project.write('PATCH', `/users/${id}`, { password: null });
    const credentials = { email: 'a@example.com', password: 'Some-Secret-1' };
    expect((await project.ask('POST', '/auth/authenticate', credentials, null)).status).toBe(404);
  });

  it('keep the last administrator, whose role may be sent as an object', async () => {
    const { data } = (await project.ask('GET', '/users/1?fields=*.*')).body as { data: Payload };
    for (const role of [data.role, { id: '1' }, {}]) {
      const sent = { ...data, title: JSON.stringify(role), role };
      expect(await project.write('PATCH', '/users/1', sent)).toMatchObject({ title: sent.title, role: 1 });
    }
    const before = await project.digest();
    for (const role of [{ id: 2 }, { id: null }, { name: 'New' }, [2], 2, null]) {
      const { status, body } = await project.ask('PATCH', '/users/1', { role });
      expect([role, status, body.error?.code]).toEqual([role, 403, 216]);
    }
    expect(await project.digest()).toBe(before);
  });
});
