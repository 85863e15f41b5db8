import { beforeAll, expect, it } from 'vitest';
import { samples } from '../../support/samples.ts';
import { onEverySite } from './site.ts';

const COUNTS = 'meta=total_count,result_count,filter_count&limit=200&offset=0';
const KEYS = ['small', 'medium', 'large'].flatMap((size) => [`directus-${size}-crop`, `directus-${size}-contain`]);
const READER = [
  { collection: 'directus_files', role: 3, create: 'full', read: 'full', update: 'full', delete: 'full' },
];

onEverySite('files', (site) => {
  let png: Buffer;
  let jpeg: Buffer;
  let photo: Record<string, never> & { readonly id: number; readonly data: Record<string, string> };
  const upload = (content: Buffer | string, name: string, type: string) => {
    const form = new FormData();
    form.append('data', new Blob([content], { type }), name);
    return site().editor.ask('POST', '/files', form);
  };
  beforeAll(async () => {
    ({ png, jpeg } = await samples());
    await site().admin.write('POST', '/permissions', READER);
  });

  it('are uploaded as a form with one part, and returned with everything that the list shows', async () => {
    const { status, body, text } = await upload(png, 'Holiday_photo.PNG', 'image/png');
    expect(status, text).toBe(200);
    photo = body.data;
    expect(photo).toMatchObject({ title: 'Holiday Photo', type: 'image/png', width: 64, height: 50, uploaded_by: 2 });
    expect(photo).toMatchObject({ filesize: png.length, filename_disk: expect.stringMatching(/\.png$/) });
  });

  it('are listed with URLs and with thumbnails of every size', async () => {
    await upload('Notes', 'notes.txt', 'text/plain');
    const { body } = await site().editor.ask('GET', `/files?${COUNTS}&fields=*.*`);
    expect(body.meta).toEqual({ total_count: 2, result_count: 2, filter_count: 2 });
    const [image, text] = body.data;
    expect(image.uploaded_by).toMatchObject({ first_name: 'Eve' });
    expect(image.data.thumbnails.map(({ key }: { key: string }) => key)).toEqual(expect.arrayContaining(KEYS));
    for (const thumbnail of image.data.thumbnails)
      expect(thumbnail).toMatchObject({
        url: `${site().server.base}${thumbnail.relative_url}`,
        dimension: `${thumbnail.width}x${thumbnail.height}`,
      });
    expect(image.data.asset_url).toBe(`/${site().project.key}/assets/${image.private_hash}`);
    expect([text.data.thumbnails, text.data.embed, text.data.url]).toEqual([null, null, expect.any(String)]);
  });

  it('are shown as images to browsers, which send nothing but the cookie', async () => {
    const { editor, visitor } = site();
    const { data } = await editor.get(`/files/${photo.id}`);
    for (const address of [data.asset_url, data.full_url, data.thumbnails[0].url]) {
      const answer = await editor.load(address);
      expect([answer.status, answer.headers.get('content-type')], address).toEqual([200, 'image/png']);
    }
    expect((await visitor.load(data.asset_url)).status).toBe(200);
  });

  it('that are private are shown to callers with the cookie, and not to visitors', async () => {
    const { admin, editor, visitor } = site();
    const settings = await admin.get('/settings?limit=-1');
    const known = settings.find(({ key }: { key: string }) => key === 'private_assets');
    const path = known ? `/settings/${known.id}` : '/settings';
    const set = (value: boolean) =>
      admin.write(known ? 'PATCH' : 'POST', path, known ? { value } : { key: 'private_assets', value });
    const { id } = await set(true);
    const { data } = await editor.get(`/files/${photo.id}`);
    for (const address of [data.asset_url, data.thumbnails[0].url]) {
      expect((await editor.load(address)).status, address).toBe(200);
      expect([401, 403, 404], address).toContain((await visitor.load(address)).status);
    }
    await admin.write('PATCH', `/settings/${id}`, { value: false });
  });

  it('that are videos elsewhere are embedded', async () => {
    const { editor } = site();
    const made = await editor.write('POST', '/files', { data: 'https://youtu.be/Bw1oIDX1Lhc' });
    expect(made).toMatchObject({
      type: 'embed/youtube',
      embed: 'Bw1oIDX1Lhc',
      title: expect.any(String),
      filesize: expect.any(Number),
    });
    expect(made.data.embed).toMatchObject({ url: expect.stringContaining('Bw1oIDX1Lhc') });
  });

  it('are replaced by the image editor', async () => {
    const { editor } = site();
    const before = await editor.get(`/files/${photo.id}`);
    const data = `data:image/jpeg;base64,${jpeg.toString('base64')}`;
    const [changed] = await editor.write('PATCH', `/files/${photo.id}`, { data });
    expect(changed).toMatchObject({ id: photo.id, type: 'image/jpeg', filesize: jpeg.length });
    expect(changed.checksum).not.toBe(before.checksum);
    const shown = await editor.load(changed.data.asset_url);
    expect(Buffer.from(await shown.arrayBuffer()).equals(jpeg)).toBe(true);
  });

  it('get a title, and have revisions and activity like any item', async () => {
    const { editor, admin } = site();
    const [changed] = await editor.write('PATCH', `/files/${photo.id}`, { title: 'By the sea', tags: ['sea'] });
    expect(changed).toMatchObject({ title: 'By the sea', tags: ['sea'] });
    expect(await admin.get(`/files/${photo.id}/revisions`)).toHaveLength(3);
    const activity = await admin.get(
      `/activity?filter[collection][eq]=directus_files&filter[item][eq]=${photo.id}&fields=action&sort=-action_on`,
    );
    expect(activity.map(({ action }: { action: string }) => action)).toEqual(['update', 'update', 'upload']);
  });

  it('are chosen for a field by their key, and shown there', async () => {
    const { admin } = site();
    const made = await admin.write('POST', '/items/articles', { title: 'With cover', cover: photo.id });
    const { cover } = await admin.get(`/items/articles/${made.id}?fields=*.*`);
    expect(cover).toMatchObject({ id: photo.id, data: { thumbnails: expect.any(Array) } });
  });

  it('are the picture of a user, with thumbnails where the app looks for them', async () => {
    const { editor, admin } = site();
    await editor.write('PATCH', '/users/2', { avatar: photo.id });
    const me = await editor.get('/users/me?fields[0]=id&fields[1]=avatar.*');
    expect(me.avatar.data.thumbnails.map(({ key }: { key: string }) => key)).toContain('directus-medium-crop');
    const { avatar } = await admin.get('/users/2?fields[0]=avatar.data.thumbnails&fields[1]=first_name');
    expect(avatar.data.thumbnails[0].url).toEqual(expect.any(String));
  });

  it('are filtered by several types', async () => {
    const data = await site().editor.get('/files?filter[type][in][0]=image/jpeg&filter[type][in][1]=image/png');
    expect(data.map(({ id }: { id: number }) => id)).toEqual([photo.id]);
  });

  it('are deleted, several at once, with their objects', async () => {
    const { editor } = site();
    const ids = (await editor.get('/files')).map(({ id }: { id: number }) => id);
    const { data } = await editor.get(`/files/${photo.id}`);
    await editor.delete(`/files/${ids.join(',')}`);
    expect(await editor.get('/files')).toEqual([]);
    expect((await editor.load(data.asset_url)).status).toBe(404);
    const missing = await editor.ask('GET', `/files/${photo.id}`);
    expect([missing.status, missing.body.error?.code]).toEqual([404, 203]);
  });
});
