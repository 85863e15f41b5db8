import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { type EngineName, onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-one-who-reads-parts';
const BYTES: Readonly<Record<EngineName, readonly [type: string, literal: string]>> = {
  sqlite: ['BLOB', `X'00FF'`],
  mysql: ['VARBINARY(8)', `X'00FF'`],
  postgres: ['bytea', `'\\x00ff'`],
};

onEveryEngine('a related item that the caller may not read', ({ project, engine }) => {
  /** The types of keys, with a key in SQL, and as answers show it. */
  const keys = [
    ['text', 'VARCHAR(20)', `'DE'`, 'DE'],
    ['decimal', 'DECIMAL(10,2)', '5.50', 5.5],
    ['large', 'BIGINT', '9007199254740993', '9007199254740993'],
    ['bytes', ...BYTES[engine], 'AP8='],
  ] as const;

  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (statement: string) => database.run({ text: statement, parameters: [] });
    const role = await addReader(project, READER);
    for (const [name, type, key] of keys) {
      await run(`CREATE TABLE lands_${name} (code ${type} NOT NULL PRIMARY KEY, name VARCHAR(20))`);
      await run(`CREATE TABLE towns_${name} (id INTEGER PRIMARY KEY, land ${type}, name VARCHAR(20))`);
      await run(`INSERT INTO lands_${name} VALUES (${key}, 'a')`);
      await run(`INSERT INTO towns_${name} VALUES (1, ${key}, 'b'), (2, NULL, 'c')`);
    }
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    for (const [name] of keys) {
      const related = { collection_many: `towns_${name}`, field_many: 'land', collection_one: `lands_${name}` };
      await project.write('POST', '/relations', related);
      await project.write('POST', '/permissions', { collection: `towns_${name}`, role, read: 'full' });
    }
  });

  it.each(keys)('is shown as only its key, under the name of the key: %s', async (name, _type, _key, shown) => {
    const read = async (path: string): Promise<unknown> =>
      (await project.ask('GET', `/items/towns_${name}${path}`, undefined, READER)).body.data;
    const [first, second] = [
      { id: 1, land: { code: shown } },
      { id: 2, land: null },
    ];
    expect(await read('?fields=id,land.*&sort=id')).toEqual([first, second]);
    expect(await read('/1?fields=id,land.*')).toEqual(first);
    expect(await read('?fields=id,land&sort=id')).toEqual([
      { id: 1, land: shown },
      { id: 2, land: null },
    ]);
  });
});
