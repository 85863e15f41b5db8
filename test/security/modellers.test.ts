import { beforeAll, expect, it } from 'vitest';
import { id, integer, owner, status, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import type { Answered } from '../support/project.ts';

const TOKEN = 'the-token-of-a-modeller';
const full = { create: 'full', read: 'full', update: 'full', delete: 'full' };

onEveryEngine('a role that may change fields and relations', ({ project }) => {
  beforeAll(async () => {
    for (const [collection, ...fields] of [
      ['articles', text('title'), integer('writer'), toMany('tags')],
      ['tags', text('title'), toMany('articles')],
      ['articles_tags', toOne('article'), toOne('tag')],
      ['drafts', text('title'), status, owner],
      ['vault', text('secret'), integer('one'), integer('other')],
    ] as const)
      await project.write('POST', '/collections', { collection, fields: [id, ...fields] });
    const junction = { collection_many: 'articles_tags', field_one: 'tags', collection_one: 'articles' };
    await project.write('POST', '/relations', [
      { ...junction, field_many: 'article', junction_field: 'tag' },
      { ...junction, field_many: 'tag', junction_field: 'article', collection_one: 'tags', field_one: 'articles' },
    ]);
    await project.write('POST', '/items/articles', [{ title: 'Plums', tags: [{ tag: { title: 'fruit' } }] }]);
    await project.write('POST', '/items/vault', { secret: 'gold' });
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Modellers' });
    await project.write('POST', '/permissions', [
      ...['directus_fields', 'directus_relations'].map((collection) => ({ role, collection, ...full })),
      { role, collection: 'articles', ...full, read: 'mine' },
      { role, collection: 'drafts', ...full },
    ]);
    const person = { first_name: 'M', last_name: 'M', email: 'm@example.com', password: 'Modeller-1' };
    await project.write('POST', '/users', { ...person, role, status: 'active', token: TOKEN });
  });

  const refused = async (code: number, method: string, path: string, body?: unknown): Promise<void> => {
    const before = await project.digest();
    for (const query of ['', path.includes('?') ? '&plan=1' : '?plan=1']) {
      const {
        status: answered,
        body: answer,
        text: shown,
      }: Answered = await project.ask(method, path + query, body, TOKEN);
      expect([answered, answer.error?.code], shown).toEqual([403, code]);
    }
    expect(await project.digest()).toBe(before);
  };

  it('cannot drop a collection as the junction of a field', async () => {
    await refused(306, 'DELETE', '/fields/articles/tags?delete_junction=1');
    const side = { collection_many: 'vault', collection_one: 'articles', field_one: 'things' };
    const relations = [
      { ...side, field_many: 'one', junction_field: 'other' },
      { ...side, field_many: 'other', junction_field: 'one', collection_one: 'tags', field_one: null },
    ];
    for (const relation of relations) await project.ask('POST', '/relations', relation, TOKEN);
    await project.ask('POST', '/fields/articles', toMany('things'), TOKEN);
    await refused(306, 'DELETE', '/fields/articles/things?delete_junction=1');
    expect(await project.read('/items/vault')).toMatchObject([{ secret: 'gold' }]);
  });

  it('cannot make itself the owner of all items', async () => {
    await refused(301, 'POST', '/fields/articles', { ...owner, field: 'mine', default_value: 2 });
    await refused(302, 'PATCH', '/fields/articles/writer', { type: 'owner' });
    await refused(302, 'PATCH', '/fields/articles', [{ field: 'writer', type: 'OWNER' }]);
    await refused(302, 'PATCH', '/fields/drafts/owner', { type: 'integer' });
    await refused(303, 'DELETE', '/fields/drafts/owner');
  });

  it('cannot add or remove a status, whose permissions would come and go with it', async () => {
    await refused(301, 'POST', '/fields/articles', status);
    await refused(302, 'PATCH', '/fields/articles/title', { type: 'status' });
    await refused(302, 'PATCH', '/fields/drafts/status', { type: 'string' });
    await refused(303, 'DELETE', '/fields/drafts/status');
  });

  it('may change everything else about its fields', async () => {
    const ask = async (...request: [method: string, path: string, body?: unknown]): Promise<number> =>
      (await project.ask(request[0], request[1], request[2], TOKEN)).status;
    expect(await ask('PATCH', '/fields/drafts/status', { type: 'status', note: 'Of the draft' })).toBe(200);
    expect(await ask('POST', '/fields/articles', text('subtitle'))).toBe(200);
    expect(await ask('PATCH', '/fields/articles/subtitle', { length: 50 })).toBe(200);
    expect(await ask('DELETE', '/fields/articles/subtitle')).toBe(204);
    expect(await ask('DELETE', '/fields/articles/tags')).toBe(204);
    expect(await project.read('/items/articles_tags')).toMatchObject([{ article: 1, tag: 1 }]);
  });
});
