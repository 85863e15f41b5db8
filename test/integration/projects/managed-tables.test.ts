import { expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload } from '../../support/project.ts';

onEngines(['sqlite'], 'a table that is managed as the API describes it', ({ project }) => {
  it('stays as it is', async () => {
    const { database } = await project.opened();
    const sql = `CREATE TABLE plants (id INTEGER PRIMARY KEY, height INTEGER CHECK (height > 0),
      twice INTEGER GENERATED ALWAYS AS (height * 2) STORED, name TEXT COLLATE NOCASE)`;
    await database.run({ text: sql, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const fields = (await project.read<Payload[]>('/fields/plants')).map(
      ({ field, type, datatype, primary_key, auto_increment, signed }) => {
        return { field, type, datatype, primary_key, auto_increment, signed };
      },
    );
    await project.write('POST', '/collections', { collection: 'plants', fields });
    const text = `SELECT sql FROM sqlite_master WHERE name = 'plants'`;
    expect(await database.all({ text, parameters: [] })).toEqual([[sql]]);
    const plant = { height: 3, name: 'Oak' };
    expect(await project.write('POST', '/items/plants', plant)).toMatchObject({ ...plant, twice: 6 });
  });
});

onEveryEngine('a default that is an expression', ({ project, engine }) => {
  const EXPRESSIONS = { sqlite: '(lower(hex(randomblob(9))))', mysql: '(UUID())', postgres: 'md5(random()::text)' };

  it('still computes values when the type of its field changes, and is gone when it is replaced by its text', async () => {
    const { database } = await project.opened();
    const sql = `CREATE TABLE coded (id INTEGER PRIMARY KEY, code VARCHAR(40) DEFAULT ${EXPRESSIONS[engine]})`;
    await database.run({ text: sql, parameters: [] });
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
    const fields = [{ field: 'id', type: 'integer', datatype: 'INT', primary_key: true }];
    const code = { field: 'code', type: 'string', datatype: 'VARCHAR', length: 40 };
    const { default_value: expression } = await project.read<Payload>('/fields/coded/code');
    await project.write('POST', '/collections', {
      collection: 'coded',
      fields: [...fields, { ...code, default_value: expression }],
    });
    await project.write('PATCH', '/fields/coded/code', { datatype: 'VARCHAR', length: 60 });
    const made = [1, 2].map((key) => project.write<Payload>('POST', '/items/coded', { id: key }));
    const [one, two] = (await Promise.all(made)).map((item) => item.code);
    expect([one, two].map(String).filter((text) => /^[0-9a-f-]{18,36}$/.test(text))).toEqual([one, two]);
    expect(one).not.toBe(two);

    await project.write('PATCH', '/fields/coded/code', { default_value: 'random()' });
    expect(await project.write('POST', '/items/coded', { id: 3 })).toEqual({ id: 3, code: 'random()' });
  });
});
