import { expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { onEngines } from '../../support/on-every-engine.ts';
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
