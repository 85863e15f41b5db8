import { expect, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { onEverySite } from './site.ts';

onEverySite('users and profiles', (site) => {
  it('creates a user whose role is the text of a select, and shows neither password nor secret', async () => {
    const user = {
      first_name: 'Pia',
      last_name: 'P',
      email: 'pia@example.com',
      password: 'Pia-Secret-1',
      role: '3',
      status: 'active',
    };
    const created = await site().admin.write('POST', '/users', user);
    expect(created).toMatchObject({ id: expect.any(Number), role: 3, status: 'active' });
    expect(JSON.stringify(created)).not.toContain('Pia-Secret-1');
    expect(created.password).toBeUndefined();
  });

  it('lets users change their own profile', async () => {
    const { editor, server, project } = site();
    expect(await editor.write('PATCH', '/users/2', { theme: 'dark', locale: 'de-DE' })).toMatchObject({
      theme: 'dark',
      locale: 'de-DE',
    });
    await editor.write('PATCH', '/users/2', { avatar: null });
    await editor.write('PATCH', '/users/2', { '2fa_secret': null });
    await editor.write('PATCH', '/users/2', { password: 'Another-Secret-2' });
    const again = new AppClient(server.base, project.key);
    expect((await again.signIn('editor@example.com', 'Another-Secret-2')).status).toBe(200);
  });

  it('maps the states of a user, one of which hides', async () => {
    const { admin } = site();
    const { options } = await admin.get('/fields/directus_users/status');
    expect(Object.keys(options.status_mapping)).toEqual(
      expect.arrayContaining(['draft', 'invited', 'active', 'suspended', 'deleted']),
    );
    const { id } = await admin.write('POST', '/users', {
      first_name: 'G',
      last_name: 'G',
      email: 'g@example.com',
      password: 'G-Secret-1',
      role: '3',
      status: 'active',
    });
    await admin.write('PATCH', `/users/${id}`, { status: 'deleted' });
    expect(await admin.get(`/users?filter[id][eq]=${id}`)).toEqual([]);
    expect(await admin.get(`/users/${id},2/revisions`)).toEqual([]);
  });

  it('shows the page of a user like that of any item', async () => {
    const { admin } = site();
    expect(await admin.get('/users/2')).toMatchObject({ id: 2, role: 3, avatar: null });
    expect(await admin.get('/users/2/revisions')).toEqual(expect.any(Array));
    expect(await admin.get('/users?fields=*.*&filter[role]=3')).toEqual(expect.any(Array));
  });
});
