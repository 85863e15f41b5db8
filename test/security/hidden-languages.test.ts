import { beforeAll, expect, it } from 'vitest';
import { id, status, text, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered, Payload } from '../support/project.ts';

const READER = 'the-token-of-the-reader';
const LANGUAGES = ['de', 'en', 'de,fr'];
const PATHS = ['/items/notes', '/items/notes/1'];
const DENIED = [403, 215];

onEveryEngine('the languages of translations', ({ project }) => {
  let role = 0;

  beforeAll(async () => {
    const language = { field: 'language', type: 'lang', datatype: 'VARCHAR', length: 10 };
    const options = { languageField: 'language' };
    const translations = { field: 'translations', type: 'translation', options };
    await project.write('POST', '/collections', { collection: 'notes', fields: [id, text('title'), translations] });
    const fields = [id, status, toOne('note'), language, text('title')];
    await project.write('POST', '/collections', { collection: 'words', fields });
    const relation = { collection_many: 'words', field_many: 'note', collection_one: 'notes' };
    await project.write('POST', '/relations', { ...relation, field_one: 'translations' });
    await project.write('POST', '/items/notes', { title: 'note' });
    await project.write('POST', '/items/words', [
      { note: 1, language: 'de', title: 'draft', status: 'draft' },
      { note: 1, language: 'de', title: 'open', status: 'published' },
    ]);
    role = (await project.write<{ id: number }>('POST', '/roles', { name: 'Readers' })).id;
    const person = { first_name: 'r', last_name: 'r', email: 'reader@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: READER });
    await project.write('POST', '/permissions', { role, collection: 'notes', read: 'full' });
  });

  const permit = async (...rows: readonly Payload[]): Promise<void> => {
    for (const { id: row } of await project.read<{ id: number }[]>('/permissions?filter[collection]=words'))
      await project.write('DELETE', `/permissions/${row}`);
    await project.write(
      'POST',
      '/permissions',
      rows.map((row) => ({ role, collection: 'words', read: 'full', ...row })),
    );
  };
  const read = (query: string, path = '/items/notes'): Promise<Answered> =>
    project.get(`${path}?fields=translations.title${query}`, READER);
  const titles = async (query: string): Promise<unknown[]> => {
    const { status: code, text: shown, body } = await read(query);
    expect(code, shown).toBe(200);
    const [note] = body.data as { translations: { title: string }[] }[];
    return note?.translations.map(({ title }) => title) ?? [];
  };

  it('select nothing for a role that may not read them', async () => {
    await permit({ read_field_blacklist: ['language'] });
    for (const lang of LANGUAGES) {
      for (const path of PATHS) {
        const { status: code, body } = await read(`&lang=${lang}`, path);
        expect([code, body.error?.code], `${path} ${lang}`).toEqual(DENIED);
      }
      const exported = await read(`&lang=${lang}&export=csv`);
      expect([exported.status, exported.body.error?.code]).toEqual(DENIED);
      const asked = `{ notes(lang: "${lang}") { data { translations { title } } } }`;
      const { body } = await project.query(asked, READER);
      expect(body.errors).toMatchObject([{ extensions: { code: 215 } }]);
    }
    expect(await titles('')).toEqual(['draft', 'open']);
    expect(await titles('&lang=*')).toEqual(['draft', 'open']);
  });

  it('are not told by the answer to a write', async () => {
    const [permission] = await project.read<{ id: number }[]>('/permissions?filter[collection]=notes');
    await project.write('PATCH', `/permissions/${permission?.id}`, { update: 'full' });
    for (const lang of LANGUAGES) {
      const path = `/items/notes/1?fields=translations.title&lang=${lang}`;
      const { status: code, text: shown } = await project.ask('PATCH', path, { title: lang }, READER);
      expect([code, shown], lang).toEqual([204, '']);
    }
  });

  it('select only those translations in which the role may read them', async () => {
    await permit({ status: 'published' }, { status: 'draft', read_field_blacklist: ['language'] });
    expect(await titles('&lang=de')).toEqual(['open']);
    expect(await titles('&lang=en')).toEqual([]);
    expect(await titles('')).toEqual(['draft', 'open']);
  });

  it('select translations for a role that may read them', async () => {
    await permit({});
    expect(await titles('&lang=de')).toEqual(['draft', 'open']);
    expect(await titles('&lang=en')).toEqual([]);
  });
});
