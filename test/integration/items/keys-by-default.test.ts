import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines, onEveryEngine } from '../../support/on-every-engine.ts';

/** Keys that the default of their column makes. */
const KEYS: Readonly<Record<EngineName, readonly (readonly [name: string, type: string, options?: string])[]>> = {
  sqlite: [
    ['text', 'TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16))))'],
    ['without_rowid', 'TEXT PRIMARY KEY DEFAULT (lower(hex(randomblob(16))))', 'WITHOUT ROWID'],
    ['number', 'BIGINT PRIMARY KEY DEFAULT (abs(random() % 1000000000))'],
  ],
  mysql: [
    ['text', 'VARCHAR(36) PRIMARY KEY DEFAULT (UUID())'],
    ['number', 'BIGINT PRIMARY KEY DEFAULT (FLOOR(RAND() * 1000000000))'],
  ],
  postgres: [
    ['uuid', 'uuid PRIMARY KEY DEFAULT gen_random_uuid()'],
    ['text', 'varchar(36) PRIMARY KEY DEFAULT md5(random()::text)'],
    ['number', `bigint PRIMARY KEY DEFAULT nextval('counted') * 10`],
  ],
};

onEveryEngine('an item whose key comes from the default of its column', ({ project, engine }) => {
  const names = KEYS[engine].map(([name]) => name);

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    if (engine === 'postgres') await run('CREATE SEQUENCE counted');
    for (const [name, type, options = ''] of KEYS[engine])
      await run(`CREATE TABLE by_${name} (id ${type}, name VARCHAR(20)) ${options}`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each(names)('is answered, found and recorded: %s', async (name) => {
    const list = `/items/by_${name}`;
    const item = await project.write<{ id: string | number }>('POST', list, { name: 'first' });
    expect(item).toEqual({ id: expect.anything(), name: 'first' });
    expect(await project.read(`${list}/${item.id}`)).toEqual(item);
    const [revision] = await project.read<{ item: string }[]>(`${list}/${item.id}/revisions`);
    expect(revision).toMatchObject({ item: String(item.id), data: item });
    expect(await project.write('PATCH', `${list}/${item.id}`, { name: 'changed' })).toEqual({
      ...item,
      name: 'changed',
    });
  });

  it.each(names)('is one of several: %s', async (name) => {
    const items = await project.write<unknown[]>('POST', `/items/by_${name}`, [{ name: 'one' }, { name: 'two' }]);
    expect(items).toMatchObject([{ name: 'one' }, { name: 'two' }]);
    expect(await project.read(`/items/by_${name}?filter[name][in]=one,two&sort=name`)).toEqual(items);
  });

  it.each(names)('is refused if its key is given and taken: %s', async (name) => {
    const [{ id: key } = {}] = await project.read<{ id: unknown }[]>(`/items/by_${name}?limit=1`);
    const refused = await project.ask('POST', `/items/by_${name}`, { id: key, name: 'again' });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 204]);
  });
});

onEngines(['mysql'], 'an item whose key is the present moment, with its fraction', ({ project }) => {
  it('is stored, however many there are in a second', async () => {
    const { database } = await project.opened();
    const at = 'DATETIME(6) PRIMARY KEY DEFAULT CURRENT_TIMESTAMP(6)';
    await database.run({ text: `CREATE TABLE moments (id ${at}, name VARCHAR(20))`, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const name of ['one', 'two', 'three']) await project.ask('POST', '/items/moments', { name });
    expect(await project.read('/items/moments?sort=id&fields=name')).toEqual([
      { name: 'one' },
      { name: 'two' },
      { name: 'three' },
    ]);
  });
});
