import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEngines } from '../../support/on-every-engine.ts';

type Server = Exclude<EngineName, 'sqlite'>;

onEngines<Server>(['mysql', 'postgres'], 'a write that a key of the database refuses', ({ project, engine }) => {
  const late = engine === 'postgres' ? 'DEFERRABLE INITIALLY DEFERRED' : '';

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE TABLE artists (id INTEGER PRIMARY KEY, name VARCHAR(20))');
    await run(
      `CREATE TABLE songs (id INTEGER PRIMARY KEY, artist INTEGER, code INTEGER, UNIQUE (code) ${late},
       FOREIGN KEY (artist) REFERENCES artists (id) ${late})`,
    );
    await run(`INSERT INTO artists VALUES (1, 'a'), (2, 'b')`);
    await run('INSERT INTO songs VALUES (1, 1, 10)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  const state = async () => [
    await project.read('/items/songs?sort=id'),
    await project.read('/items/artists?sort=id'),
    (await project.read<unknown[]>('/activity?filter[collection][in]=songs,artists&limit=-1')).length,
  ];

  it.each([
    ['a new item', 'POST', '/items/songs', { id: 2, artist: 1, code: 10 }],
    ['a list of items', 'POST', '/items/songs', [{ id: 3 }, { id: 2, artist: 1, code: 10 }]],
  ])('for a value that another item has leaves nothing, and says so: %s', async (_, method, path, body) => {
    const before = await state();
    const answer = await project.ask(method, path, body);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([409, 204]);
    expect(answer.text).toContain('10');
    expect(await state()).toEqual(before);
  });

  it.each([
    ['a new item that refers to none', 'POST', '/items/songs', { id: 2, artist: 9 }],
    ['a changed item that refers to none', 'PATCH', '/items/songs/1', { artist: 9 }],
    ['a deleted item that others refer to', 'DELETE', '/items/artists/1', undefined],
    ['deleted items, to one of which others refer', 'DELETE', '/items/artists/2,1', undefined],
  ])('for a reference leaves nothing, and says so: %s', async (_, method, path, body) => {
    const before = await state();
    const answer = await project.ask(method, path, body);
    expect([answer.status, answer.body.error?.code], answer.text).toEqual([422, 12]);
    expect(answer.text).toContain('A foreign key of the database');
    expect(await state()).toEqual(before);
  });
});
