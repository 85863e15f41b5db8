import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';

const STATUSES = { live: { name: 'Live', required_fields: true }, draft: { name: 'Draft', required_fields: false } };

onEveryEngine('a value that the server makes', ({ project }) => {
  beforeAll(async () => {
    const fields = [
      id,
      { field: 'title', type: 'string', datatype: 'VARCHAR', length: 50 },
      { field: 'slug', type: 'slug', datatype: 'VARCHAR', length: 10, options: { mirroredField: 'title' } },
      { field: 'pin', type: 'hash', datatype: 'VARCHAR', length: 20 },
      { field: 'digest', type: 'hash', datatype: 'VARCHAR', length: 32, options: { hasher: 'md5' } },
      { field: 'state', type: 'status', datatype: 'VARCHAR', length: 20, options: { status_mapping: STATUSES } },
    ];
    await project.write('POST', '/collections', { collection: 'pages', fields });
    await project.write('POST', '/items/pages', { title: 'Short', state: 'live' });
  });

  it('is stored if its column can hold it', async () => {
    const page = await project.write('POST', '/items/pages', { title: 'Ten & more', digest: 'secret', state: 'live' });
    expect(page).toMatchObject({ slug: 'ten-more', digest: expect.stringMatching(/^[0-9a-f]{32}$/) });
  });

  it('does not count if another is sent', async () => {
    const page = await project.write('POST', '/items/pages', {
      title: 'abcdefghijklmno',
      slug: 'short',
      state: 'live',
    });
    expect(page).toMatchObject({ slug: 'short' });
  });

  it.each(['live', 'draft'])('is refused otherwise, naming the field, in the status %s', async (state) => {
    const before = await project.digest();
    for (const [method, path] of [
      ['POST', '/items/pages'],
      ['PATCH', '/items/pages/1'],
    ] as const) {
      const slug = await project.ask(method, path, { title: 'abcdefghijklmno', state });
      expect([slug.status, slug.text]).toEqual([
        422,
        expect.stringMatching(/"code":12,.*\(abcdefghijklmno\) for 'Slug'/),
      ]);
      const hash = await project.ask(method, path, { pin: 'secret', state });
      expect([hash.status, hash.text]).toEqual([422, expect.stringMatching(/"code":12,.*\(Hash\) for 'Pin'/)]);
    }
    expect(await project.digest()).toBe(before);
  });
});
