import { beforeAll, expect, it } from 'vitest';
import { id, status } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import { inSeconds, schedule } from '../../support/schedules.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-one-who-reads-parts';

type Kinds = readonly (readonly [table: string, type: string, key: string, sent: string, shown: string | number])[];

const DECIMALS: Kinds = [['by_decimal', 'DECIMAL(10,2)', '5.50', '5.50', 5.5]];
/** Tables by the type of their key: a key in SQL, as it is sent, and as answers show it. */
const KINDS: Readonly<Record<EngineName, Kinds>> = {
  sqlite: [...DECIMALS, ['by_loose', 'VARCHAR(20) COLLATE NOCASE', `'Abba'`, 'ABBA', 'Abba']],
  mysql: [
    ...DECIMALS,
    ['by_loose', 'VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci', `'Abba'`, 'ABBA', 'Abba'],
  ],
  postgres: [
    ...DECIMALS,
    ['by_loose', 'citext', `'Abba'`, 'ABBA', 'Abba'],
    [
      'by_uuid',
      'uuid',
      `'00000000-0000-4000-8000-00000000000a'`,
      '00000000-0000-4000-8000-00000000000A',
      '00000000-0000-4000-8000-00000000000a',
    ],
  ],
};

onEveryEngine('an item whose key is sent in another form than answers show', ({ project, engine, prepare }) => {
  const kinds = KINDS[engine];

  prepare(() => ({ project: { strict: true } }));
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    if (engine === 'postgres') await run('CREATE EXTENSION citext');
    for (const [table, type, key] of kinds) {
      await run(`CREATE TABLE ${table} (id ${type} NOT NULL PRIMARY KEY, status VARCHAR(20), name VARCHAR(20))`);
      await run(`CREATE TABLE uses_of_${table} (id INTEGER PRIMARY KEY, target ${type})`);
      await run(`INSERT INTO ${table} VALUES (${key}, 'draft', 'a')`);
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const [table] of kinds) {
      await project.write('PATCH', `/collections/${table}`, { managed: true });
      await project.write('PATCH', `/fields/${table}/status`, { type: 'status', options: status.options });
      const related = { collection_many: `uses_of_${table}`, field_many: 'target', collection_one: table };
      await project.write('POST', '/relations', related);
    }
    const role = await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'directus_revisions', role, read: 'full' });
    for (const [collection] of kinds)
      for (const name of ['draft', 'published', 'deleted'])
        await project.write('POST', '/permissions', { collection, role, status: name, read: 'full' });
  });

  it.each(kinds)('%s: can be referred to in a strict project', async (table, _type, _key, sent, shown) => {
    const uses = `/items/uses_of_${table}`;
    await project.write('POST', uses, { id: 1, target: sent });
    await project.write('POST', uses, { id: 2, target: shown });
    await project.write('POST', uses, [
      { id: 3, target: sent },
      { id: 4, target: shown },
    ]);
    const items = await project.read<{ target: { id: unknown } | null }[]>(`${uses}?fields=target.id`);
    expect(items.map(({ target }) => target?.id)).toEqual([shown, shown, shown, shown]);
    const missing = table === 'by_decimal' ? '7.5' : table === 'by_uuid' ? sent.replace('A', 'B') : 'Cher';
    expect((await project.ask('POST', uses, { id: 9, target: missing })).status).toBe(422);
  });

  it.each(kinds)('%s: has its revisions, and can be reverted', async (table, _type, _key, sent, shown) => {
    const [at, path] = [sent, String(shown)].map((key) => `/items/${table}/${encodeURIComponent(key)}`);
    await project.write('PATCH', String(path), { name: 'b' });
    await project.write('PATCH', String(at), { name: 'c' });
    const revisions = await project.read<{ id: number }[]>(`${path}/revisions`);
    expect(revisions).toHaveLength(2);
    expect(await project.read(`${at}/revisions`)).toEqual(revisions);
    expect(await project.read(`${at}/revisions/1`)).toEqual(revisions[0]);
    const { body } = await project.ask('GET', `${path}/revisions?fields=id`, undefined, READER);
    expect(body.data).toEqual(revisions.map((revision) => ({ id: revision.id })));
    await project.write('PATCH', `${at}/revert/${revisions[0]?.id}`);
    expect(await project.read(String(path))).toMatchObject({ id: shown, name: 'b' });
  });

  it.each(kinds)('%s: leaves nothing behind that was attached to it', async (table, _type, _key, sent, shown) => {
    const at = `/items/${table}/${encodeURIComponent(sent)}`;
    await schedule(project, { collection: table, item: shown, status: 'published', at: inSeconds(3600) });
    await project.write('POST', '/tasks', { collection: table, item: shown, role: 1 });
    const tasks = (state: string): Promise<object[]> => project.read(`/tasks?collection=${table}&state=${state}`);
    expect(await tasks('open')).toHaveLength(1);
    await project.write('PATCH', at, { status: 'published' });
    expect(await tasks('open')).toEqual([]);
    expect((await project.ask('DELETE', at)).status).toBe(204);
    await project.write('POST', `/items/${table}`, { id: shown, status: 'draft' });
    expect(await project.read(`/schedules?collection=${table}`)).toEqual([]);
    expect(await tasks('open')).toEqual([]);
  });
});

onEveryEngine('a list of items whose keys are decimals', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    await run('CREATE TABLE parts (id DECIMAL(10,2) NOT NULL PRIMARY KEY, name VARCHAR(20))');
    await run('CREATE TABLE uses (id INTEGER PRIMARY KEY, part DECIMAL(12,4))');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    await project.write('POST', '/fields/parts', { field: 'uses', type: 'o2m', interface: 'one-to-many' });
    const related = { collection_many: 'uses', field_many: 'part', collection_one: 'parts', field_one: 'uses' };
    await project.write('POST', '/relations', related);
  });

  it('is answered in the order in which it was sent', async () => {
    const created = await project.write<{ id: number }[]>('POST', '/items/parts', [
      { id: '3.50' },
      { id: '+1.50' },
      { id: '02.5' },
    ]);
    expect(created.map(({ id: key }) => key)).toEqual([3.5, 1.5, 2.5]);
    const changed = await project.write<{ id: number }[]>('PATCH', '/items/parts', [
      { id: '2.50', name: 'b' },
      { id: 1.5, name: 'a' },
      { id: '3.50', name: 'c' },
    ]);
    expect(changed.map(({ id: key }) => key)).toEqual([2.5, 1.5, 3.5]);
  });

  it('is found through columns with another number of decimal places, and null if there is no key', async () => {
    await project.write('POST', '/items/uses', [{ id: 1, part: 1.5 }, { id: 2, part: '2.5000' }, { id: 3 }]);
    expect(await project.read('/items/uses?fields=id,part.id&sort=id')).toEqual([
      { id: 1, part: { id: 1.5 } },
      { id: 2, part: { id: 2.5 } },
      { id: 3, part: null },
    ]);
    expect(await project.read('/items/uses?fields=id,part&filter[id]=3')).toEqual([{ id: 3, part: null }]);
    expect(await project.read('/items/parts?fields=id,uses.id&sort=id')).toEqual([
      { id: 1.5, uses: [{ id: 1 }] },
      { id: 2.5, uses: [{ id: 2 }] },
      { id: 3.5, uses: [] },
    ]);
  });
});
