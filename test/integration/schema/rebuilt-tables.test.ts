import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

const TABLE = `CREATE TABLE plants (id INTEGER PRIMARY KEY, height INT CHECK (height > 0), width MONEY,
  twice INT GENERATED ALWAYS AS (height * 2) STORED, name TEXT COLLATE NOCASE, living BOOLEAN DEFAULT TRUE,
  place INT REFERENCES places (id) ON DELETE SET NULL, CONSTRAINT slim CHECK (width < 10 * height))`;
const TRIGGER = `CREATE TRIGGER counted AFTER INSERT ON plants BEGIN UPDATE places SET plants = plants + 1 WHERE id = new.place; END`;

onEngines(['sqlite'], 'a table of another program that is rebuilt', ({ project }) => {
  const run = async (text: string): Promise<void> => {
    const { database } = await project.opened();
    await database.run({ text, parameters: [] });
  };
  const all = async (text: string) => (await project.opened()).database.all({ text, parameters: [] });

  beforeAll(async () => {
    await run('CREATE TABLE places (id INTEGER PRIMARY KEY, plants INT DEFAULT 0)');
    await run(TABLE);
    await run(TRIGGER);
    await run('INSERT INTO places (id) VALUES (1)');
    await run(`INSERT INTO plants (height, width, name, place) VALUES (3, 5, 'Oak', 1)`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each<[string, string, Payload | undefined]>([
    ['PATCH', 'name', { required: true }],
    ['PATCH', 'name', { type: 'string', datatype: 'VARCHAR', length: 80 }],
    ['PATCH', 'height', { default_value: 1 }],
    ['DELETE', 'living', undefined],
  ])('keeps the definitions of its columns: %s %s %j', async (method, field, change) => {
    const [[before]] = (await all('SELECT COUNT(*), MAX(id) FROM plants')) as [[number]];
    await project.write(method, `/fields/plants/${field}`, change);
    const tall = await project.write<Payload>('POST', '/items/plants', { height: 4, width: 7, name: 'Elm', place: 1 });
    expect(tall).toMatchObject({ height: 4, width: 7, twice: 8 });
    for (const wrong of [{ height: -1 }, { width: 99 }]) {
      const { status, body } = await project.ask('PATCH', `/items/plants/${String(tall.id)}`, wrong);
      expect([wrong, status, body.error?.code]).toEqual([wrong, 422, 12]);
    }
    expect(await project.read('/items/plants?filter[name]=OAK&fields=name,twice')).toEqual([{ name: 'Oak', twice: 6 }]);
    const kept = await all(`SELECT (SELECT plants FROM places), typeof(width), COUNT(*) FROM plants GROUP BY 2`);
    expect(kept).toEqual([[before + 1, 'integer', before + 1]]);
    expect(await all('SELECT "table", "from", on_delete FROM pragma_foreign_key_list(\'plants\')')).toEqual([
      ['places', 'place', 'SET NULL'],
    ]);
  });

  it('drops clauses that name a dropped column', async () => {
    await project.write('DELETE', '/fields/plants/height');
    const tall = await project.write<Payload>('POST', '/items/plants', { width: 700, name: 'Ash', place: 1 });
    expect(tall).toMatchObject({ width: 700, name: 'Ash', twice: null });
  });

  it('stays strict, and refuses columns of another datatype', async () => {
    await run('CREATE TABLE rigid (id INTEGER PRIMARY KEY, name TEXT, size INT) STRICT');
    await project.write('POST', '/collections', { collection: 'also', fields: [id] });
    await project.write('PATCH', '/fields/rigid/name', { required: true });
    await project.write('POST', '/fields/rigid', { field: 'note', type: 'string', datatype: 'TEXT' });
    const before = await project.digest();
    const definition = { type: 'string', datatype: 'VARCHAR', length: 20 };
    for (const [method, path] of [
      ['PATCH', '/fields/rigid/name'],
      ['POST', '/fields/rigid'],
    ] as const) {
      const { status, text } = await project.ask(method, path, { field: 'added', ...definition });
      expect([status, text]).toEqual([422, expect.stringContaining('STRICT')]);
    }
    expect(await project.digest()).toBe(before);
  });

  it('keeps a default in double quotes', async () => {
    await run('CREATE TABLE quoted (id INTEGER PRIMARY KEY, name TEXT DEFAULT "it""s", size INT)');
    await project.write('POST', '/collections', { collection: 'last', fields: [id] });
    expect(await project.read('/fields/quoted/name')).toMatchObject({ default_value: 'it"s' });
    await project.write('PATCH', '/fields/quoted/size', { required: true });
    expect(await project.write('POST', '/items/quoted', { size: 1 })).toMatchObject({ name: 'it"s' });
  });

  it('keeps a boolean default', async () => {
    await run('CREATE TABLE trees (id INTEGER PRIMARY KEY, living BOOLEAN DEFAULT TRUE, name TEXT)');
    await project.write('POST', '/collections', { collection: 'more', fields: [id] });
    await project.write('PATCH', '/fields/trees/living', { type: 'boolean' });
    await project.write('PATCH', '/fields/trees/name', { required: true });
    expect(await project.write('POST', '/items/trees', { name: 'Fir' })).toMatchObject({ living: true });
  });
});
