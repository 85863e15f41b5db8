import { beforeAll, expect, it } from 'vitest';
import { asFirstAdmin, fillMagazine } from '../../src/sample/fill.ts';
import { articles } from '../../src/sample/magazine/articles.ts';
import { COVER } from '../../src/sample/magazine/covers.ts';
import { uploadCovers } from '../../src/sample/upload-covers.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

onEveryEngine('the magazine', ({ server, project }) => {
  beforeAll(async () => {
    const store = await server.app.registry.find(project.key);
    if (store) await fillMagazine(asFirstAdmin(store));
  });

  const publicly = async (path: string): Promise<unknown> =>
    (JSON.parse((await project.get(path, null)).text) as { readonly data: unknown }).data;

  it('shows everybody what is published with its translations, and no translations of drafts', async () => {
    const draft = { title: 'Not yet', translations: [{ language: 'de', title: 'Noch nicht' }] };
    await project.write('POST', '/items/articles', draft);
    const all = await project.read<object[]>('/items/articles_translations?filter[title][eq]=Noch nicht');
    expect(all).toHaveLength(1);
    const shown = (await publicly('/items/articles_translations?fields=title,article.status&limit=-1')) as readonly {
      readonly article: unknown;
    }[];
    expect(shown.length).toBeGreaterThan(0);
    expect(new Set(shown.map(({ article }) => JSON.stringify(article)))).toEqual(new Set(['{"status":"published"}']));
    const article = await publicly('/items/articles/2?fields=title,translations.language,translations.title');
    expect(article).toEqual({
      title: 'Bread for People Without Time',
      translations: [{ language: 'es', title: 'Pan para quien no tiene tiempo' }],
    });
  });

  it('has a cover of its own for each article', async () => {
    const store = await server.app.registry.find(project.key);
    const keys = store ? await uploadCovers(asFirstAdmin(store)) : [];
    expect(keys).toHaveLength(articles.length);
    const files = await project.read<{ title: string; type: string; width: number; checksum: string }[]>(
      `/files?filter[id][in]=${keys.join()}&sort=id&fields=title,type,width,checksum`,
    );
    expect(files.map(({ title }) => title)).toEqual(articles.map(({ title }) => title));
    expect(new Set(files.map(({ checksum }) => checksum)).size).toBe(articles.length);
    expect(files[0]).toMatchObject({ type: 'image/jpeg', width: COVER.width });
  });

  it('shows everybody the pictures of articles, but not their uploaders', async () => {
    const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const file = await project.write<{ id: number }>('POST', '/files', { filename_download: 'pixel.png', data: pixel });
    await project.write('PATCH', '/items/articles/2', { picture: file.id });
    const article = await publicly('/items/articles/2?fields=picture.*');
    expect(article).toEqual({ picture: expect.objectContaining({ id: file.id, type: 'image/png' }) });
    expect(article).not.toHaveProperty('picture.uploaded_by');
  });
});
