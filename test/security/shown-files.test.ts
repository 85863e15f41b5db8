import { beforeAll, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';

const TOKEN = 'the-token-of-a-designer';
const SHOWN = ['project_logo', 'project_foreground', 'project_background'];
const PIXEL = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';

interface FileRow {
  readonly id: number;
  readonly private_hash: string;
}

onEveryEngine('the pictures that everybody sees', ({ server, project }) => {
  let secret: FileRow;
  let own: FileRow;
  const ids = new Map<string, number>();

  beforeAll(async () => {
    await project.write('POST', '/settings', { key: 'private_assets', value: '1' });
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Designers' });
    const rights = { role, create: 'full', update: 'full' };
    await project.write('POST', '/permissions', [
      { ...rights, collection: 'directus_settings', read: 'full' },
      { ...rights, collection: 'directus_files', read: 'mine' },
    ]);
    const person = { first_name: 'D', last_name: 'D', email: 'd@example.com', password: 'Designer-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: TOKEN });
    const upload = { data: PIXEL, filename_download: 'x.gif' };
    secret = await project.write<FileRow>('POST', '/files', upload);
    own = (await project.ask('POST', '/files', upload, TOKEN)).body.data as FileRow;
    for (const { id, key } of await project.read<{ id: number; key: string }[]>('/settings?limit=-1')) ids.set(key, id);
  });

  const statusOf = async ({ private_hash }: FileRow): Promise<number> =>
    (await fetch(`${server.base}/${project.key}/assets/${private_hash}`)).status;
  const set = (name: string, value: unknown, token?: string): Promise<Answered> =>
    project.ask('PATCH', `/settings/${ids.get(name)}`, { value }, token);

  it('are none that the caller may not read, nor files to come', async () => {
    for (const name of SHOWN)
      for (const value of [secret.id, String(secret.id), { id: secret.id }, `{"id":${secret.id}}`, 4711]) {
        const { status, body, text } = await set(name, value, TOKEN);
        expect([status, body.error?.code], text).toEqual([422, 4]);
      }
    const list = [{ id: ids.get('project_logo'), value: String(secret.id) }];
    expect((await project.ask('PATCH', '/settings', list, TOKEN)).status).toBe(422);
    await set('project_public_note', String(secret.id), TOKEN);
    const note = `/settings/${ids.get('project_public_note')}`;
    expect((await project.ask('PATCH', note, { key: 'project_logo' }, TOKEN)).status).not.toBe(200);
    expect(await statusOf(secret)).toBe(404);
  });

  it('are none that take the place of a deleted one', async () => {
    const upload = { data: PIXEL, filename_download: 'logo.gif' };
    const logo = await project.write<FileRow>('POST', '/files', upload);
    expect((await set('project_logo', logo.id)).status).toBe(200);
    await project.write('DELETE', `/files/${logo.id}`);
    const { status, body, text } = await project.ask('POST', '/files', { ...upload, id: logo.id }, TOKEN);
    expect([status, body.error?.code], text).toEqual([403, 305]);
  });

  it('can be those that the caller may read', async () => {
    expect((await set('project_logo', own.id, TOKEN)).status).toBe(200);
    expect(await statusOf(own)).toBe(200);
  });

  it('stay if somebody else has set them', async () => {
    expect((await set('project_logo', secret.id)).status).toBe(200);
    expect((await set('project_logo', secret.id, TOKEN)).status).toBe(200);
    expect((await set('project_logo', null, TOKEN)).status).toBe(200);
    expect(await statusOf(secret)).toBe(404);
  });
});
