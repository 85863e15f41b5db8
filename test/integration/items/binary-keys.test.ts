import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines, onEveryEngine } from '../../support/on-every-engine.ts';

const TYPE: Readonly<Record<EngineName, string>> = { sqlite: 'BLOB', mysql: 'BINARY(16)', postgres: 'bytea' };
const BYTES: Readonly<Record<EngineName, (hex: string) => string>> = {
  sqlite: (hex) => `X'${hex}'`,
  mysql: (hex) => `X'${hex}'`,
  postgres: (hex) => `'\\x${hex}'`,
};
const HEX = [
  '000102030405060708090A0B0C0D0E0F',
  'FFFEFDFCFBFAF9F8F7F6F5F4F3F2F1F0',
  'FFFDFDFCFBFAF9F8F7F6F5F4F3F2F100',
];
const KEYS = HEX.map((hex) => Buffer.from(hex, 'hex').toString('base64'));

onEveryEngine('an item whose key is bytes', ({ project, engine }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run(`CREATE TABLE owners (id ${TYPE[engine]} PRIMARY KEY, name VARCHAR(20))`);
    await run(`CREATE TABLE pets (id INTEGER PRIMARY KEY, owner ${TYPE[engine]})`);
    for (const [index, hex] of HEX.entries()) {
      await run(`INSERT INTO owners VALUES (${BYTES[engine](hex)}, 'owner ${index}')`);
      await run(`INSERT INTO pets VALUES (${index}, ${BYTES[engine](hex)})`);
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    await project.write('POST', '/fields/owners', { field: 'pets', type: 'o2m', interface: 'one-to-many' });
    const related = { collection_many: 'pets', field_many: 'owner', collection_one: 'owners', field_one: 'pets' };
    await project.write('POST', '/relations', related);
  });

  it.each(KEYS)('is read, changed and recorded: %s', async (key) => {
    const address = `/items/owners/${encodeURIComponent(key)}`;
    expect(await project.read(address)).toMatchObject({ id: key });
    expect(await project.write('PATCH', address, { name: 'changed' })).toEqual({ id: key, name: 'changed' });
    const [revision] = await project.read<{ id: number; item: string }[]>(`${address}/revisions`);
    expect(revision).toMatchObject({ item: key, data: { name: 'changed' } });
    await project.write('PATCH', address, { name: 'again' });
    expect(await project.write('PATCH', `${address}/revert/${revision?.id}`)).toEqual({ id: key, name: 'changed' });
  });

  it('is shown where others refer to it', async () => {
    const pets = await project.read<{ owner: { id: string } | null }[]>('/items/pets?fields=id,owner.id&sort=id');
    expect(pets.map(({ owner }) => owner?.id)).toEqual(KEYS);
  });

  it('is written with the items that refer to it', async () => {
    const [, key = ''] = KEYS;
    const path = `/items/owners/${encodeURIComponent(key)}?fields=id,pets.id`;
    const owner = await project.write('PATCH', path, { pets: [{ id: 1 }, { id: 2 }] });
    expect(owner).toEqual({ id: key, pets: [{ id: 1 }, { id: 2 }] });
    const [, , last = ''] = KEYS;
    await project.write('PATCH', '/items/pets/2', { owner: last });
  });

  it('is created, alone and in lists, and deleted', async () => {
    const [first, second, third] = ['AAAAAAAAAAAAAAAAAAAAAA==', 'gAAAAAAAAAAAAAAAAAAAAA==', '/////////////////////w=='];
    expect(await project.write('POST', '/items/owners', { id: first, name: 'a' })).toEqual({ id: first, name: 'a' });
    const list = [
      { id: second, name: 'b' },
      { id: third, name: 'c' },
    ];
    expect(await project.write('POST', '/items/owners', list)).toEqual(list);
    for (const key of [first, second, third]) {
      const { status } = await project.ask('DELETE', `/items/owners/${encodeURIComponent(key ?? '')}`);
      expect(status).toBe(204);
    }
    expect(await project.read('/items/owners?fields=id')).toHaveLength(3);
  });
});

onEngines(['sqlite'], 'an item whose key is in a column without a type', ({ project }) => {
  it('is shown where others refer to it, whatever it is', async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE owners (id PRIMARY KEY, name TEXT)');
    await run('CREATE TABLE pets (id INTEGER PRIMARY KEY, owner)');
    await run(`INSERT INTO owners VALUES (7, 'number'), ('abc', 'text'), (X'FF00', 'bytes')`);
    await run(`INSERT INTO pets VALUES (1, 7), (2, 'abc'), (3, X'FF00')`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const related = { collection_many: 'pets', field_many: 'owner', collection_one: 'owners', field_one: null };
    await project.write('POST', '/relations', related);
    const pets = await project.read<{ owner: { name: string } | null }[]>('/items/pets?fields=id,owner.name&sort=id');
    expect(pets.map(({ owner }) => owner?.name)).toEqual(['number', 'text', 'bytes']);
  });
});
