import { beforeAll, describe, expect, it } from 'vitest';
import { id, toMany, toOne } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const PAGES = {
  collection: 'pages',
  fields: [id, { field: 'cover', type: 'file', datatype: 'INT', length: 10, interface: 'file' }, toMany('shots')],
};
const SHOTS = {
  collection: 'shots',
  fields: [id, toOne('page'), toOne('file')],
};
const RELATIONS = [
  { collection_many: 'shots', field_many: 'page', collection_one: 'pages', field_one: 'shots', junction_field: 'file' },
  { collection_many: 'shots', field_many: 'file', collection_one: 'directus_files' },
];
const EDITOR = {
  status: 'active',
  first_name: 'E',
  last_name: 'E',
  email: 'editor@example.com',
  password: 'Editor-Secret-1',
};
type Values = Record<string, unknown> & { readonly id: number };

onEveryEngine('files in relations', ({ server, project }) => {
  let editor: string;
  let me: number;
  beforeAll(async () => {
    for (const body of [PAGES, SHOTS]) await project.ask('POST', '/collections', body);
    for (const body of RELATIONS) await project.ask('POST', '/relations', body);
    const role = (await project.ask('POST', '/roles', { name: 'Editor' })).body.data as Values;
    for (const collection of ['pages', 'shots'])
      await project.ask('POST', '/permissions', {
        collection,
        role: role.id,
        create: 'full',
        read: 'full',
        update: 'full',
      });
    const { data: given } = (await project.ask('GET', `/permissions?filter[role]=${role.id}&limit=-1`)).body;
    for (const { id: key, collection } of given as Values[])
      if (collection === 'directus_files')
        await project.ask('PATCH', `/permissions/${key}`, { read: 'full', update: 'none' });
    me = ((await project.ask('POST', '/users', { ...EDITOR, role: role.id })).body.data as Values).id;
    const { email, password } = EDITOR;
    const { body } = await project.ask('POST', '/auth/authenticate', { email, password }, null);
    editor = (body.data as { token: string }).token;
  });

  async function whole(attributes: object = {}, token?: string): Promise<Values> {
    const body = { data: PIXEL, filename_disk: 'dot.png', tags: ['red', 'blue'], metadata: { a: 1 }, ...attributes };
    const { data } = (await project.ask('POST', '/files', body)).body;
    return (await project.ask('GET', `/files/${(data as Values).id}?fields=*.*`, undefined, token)).body.data as Values;
  }
  const files = async (): Promise<string> => (await project.ask('GET', '/files?limit=-1')).text;

  it('are chosen by sending them completely, without a right to change them', async () => {
    const folder = (await project.ask('POST', '/folders', { name: 'Shots' })).body.data as Values;
    const file = await whole({ folder: folder.id }, editor);
    expect([file.uploaded_by, file.folder, file.data].map((value) => typeof value)).toEqual(Array(3).fill('object'));
    const before = await files();
    const page = await project.ask('POST', '/items/pages', { cover: file }, editor);
    expect(page.body.data).toMatchObject({ cover: file.id });
    const { id: key } = page.body.data as Values;
    const changed = await project.ask('PATCH', `/items/pages/${key}`, { cover: await whole({}, editor) }, editor);
    expect(changed.status).toBe(200);
    const listed = await project.ask('PATCH', `/items/pages/${key}?fields=shots.file`, { shots: [{ file }] }, editor);
    expect(listed.body.data).toEqual({ shots: [{ file: file.id }] });
    expect(JSON.parse(await files()).data[0]).toEqual(JSON.parse(before).data[0]);
  });

  it('are changed through a relation only by callers who may change files', async () => {
    const file = await whole();
    const shot = { file: { ...file, title: 'Another' } };
    const before = await project.digest();
    expect((await project.ask('POST', '/items/shots', shot, editor)).status).toBe(403);
    expect(await project.digest()).toBe(before);
    expect((await project.ask('POST', '/items/shots', shot)).status).toBe(200);
    expect((await project.ask('GET', `/files/${file.id}`)).body.data).toMatchObject({
      title: 'Another',
      checksum: file.checksum,
      tags: ['red', 'blue'],
    });
  });

  it('accept no data through a relation', async () => {
    const { id: key } = await whole();
    for (const change of [{ data: PIXEL }, { filename_disk: 'other.png' }])
      expect((await project.ask('POST', '/items/shots', { file: { id: key, ...change } })).status).toBe(422);
  });

  it('are chosen as the picture of a user', async () => {
    const avatar = await whole();
    const { status, body } = await project.ask('PATCH', `/users/${me}`, { avatar });
    expect([status, body.data]).toMatchObject([200, { avatar: avatar.id }]);
    const own = await project.ask('PATCH', '/users/me', { avatar: await whole({}, editor) }, editor);
    expect(own.status).toBeLessThan(500);
  });

  describe('named by settings', () => {
    const settingOf = async (key: string): Promise<Values> =>
      ((await project.ask('GET', `/settings?filter[key]=${key}`)).body.data as Values[])[0] as Values;
    const info = async (): Promise<Record<string, unknown>> =>
      ((await project.ask('GET', '/', undefined, null)).body.data as { api: Record<string, unknown> }).api;

    it('are shown to visitors, even if files are private', async () => {
      const logo = await whole();
      const { id: key } = await settingOf('project_logo');
      expect(await info()).toMatchObject({ project_logo: null, project_foreground: null });
      expect((await project.ask('PATCH', `/settings/${key}`, { value: logo })).status).toBe(200);
      const { full_url, url, asset_url } = logo.data as Record<string, unknown>;
      expect((await info()).project_logo).toEqual({ full_url, url, asset_url });
      await project.ask('POST', '/settings', { key: 'private_assets', value: '1' });
      expect((await fetch(server.base + asset_url)).status).toBe(200);
      const other = (await whole()).data as { asset_url: string };
      expect((await fetch(server.base + other.asset_url)).status).toBe(404);
    });

    it.each(['an object', 'a key'])(
      'are answered completely to a change of a setting that names one by %s',
      async (by) => {
        const logo = await whole();
        const { id: key } = await settingOf('project_background');
        const { body } = await project.ask('PATCH', `/settings/${key}`, { value: by === 'a key' ? logo.id : logo });
        expect(body.data).toEqual(await settingOf('project_background'));
        expect((body.data as Values).value).toMatchObject({ id: logo.id, filename_download: logo.filename_download });
        const emptied = await project.ask('PATCH', `/settings/${key}`, { value: null });
        expect(emptied.body.data).toMatchObject({ value: null });
        const missing = await project.ask('PATCH', `/settings/${key}`, { value: 999_999 });
        expect(missing.body.data).toMatchObject({ value: 999_999 });
        await project.ask('PATCH', `/settings/${key}`, { value: null });
      },
    );

    it('are returned completely with the settings, and null once they are gone', async () => {
      const logo = await whole();
      const { id: key } = await settingOf('project_background');
      await project.ask('PATCH', `/settings/${key}`, { value: logo.id });
      expect((await settingOf('project_background')).value).toMatchObject({ id: logo.id, type: 'image/png' });
      await project.ask('DELETE', `/files/${logo.id}`);
      expect((await settingOf('project_background')).value).toBe(logo.id);
      expect((await info()).project_background).toBeNull();
      await project.ask('PATCH', `/settings/${key}`, { value: null });
      expect((await settingOf('project_background')).value).toBeNull();
    });
  });
});
