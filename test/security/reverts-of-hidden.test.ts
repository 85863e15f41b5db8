import { beforeAll, expect, it } from 'vitest';
import { id, status, text } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';

const EDITOR = 'the-token-of-an-editor';

/** Items that the editor may not see, by what would refuse the revert if the editor saw them. */
const ITEMS: Readonly<Record<string, { readonly item: number; readonly revision: number }>> = {
  'a field that may not be written': { item: 1, revision: 1 },
  'a missing comment': { item: 2, revision: 2 },
  'the revision of another item': { item: 1, revision: 2 },
  'a missing revision': { item: 1, revision: 4711 },
};

onEveryEngine('reverting an item that the caller may not see', ({ project }) => {
  const revisions: Record<number, unknown> = {};

  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title'), status] });
    await project.write('POST', '/items/notes', [
      { title: 'one', status: 'published' },
      { title: 'two', status: 'draft' },
    ]);
    for (const item of [1, 2])
      revisions[item] = (await project.read<{ id: number }[]>(`/items/notes/${item}/revisions`))[0]?.id;
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Editors' });
    const person = { first_name: 'E', last_name: 'E', email: 'e@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: EDITOR });
    const rights = { role, collection: 'notes', read: 'none', update: 'full' };
    await project.write('POST', '/permissions', [
      { ...rights, status: 'published', write_field_blacklist: ['title'] },
      { ...rights, status: 'draft', explain: 'always' },
    ]);
  });

  for (const [title, { item, revision }] of Object.entries(ITEMS))
    it(`is refused in the same way in spite of ${title}`, async () => {
      const before = await project.digest();
      const path = `/items/notes/${item}/revert/${revisions[revision] ?? revision}`;
      const { status: answered, body, text: answer } = await project.ask('PATCH', path, {}, EDITOR);
      expect([answered, body.error?.code], answer).toEqual([403, 302]);
      expect(await project.digest()).toBe(before);
    });
});
