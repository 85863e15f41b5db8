import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { imported } from '../../support/imports.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('an import that finds items by their date', ({ project }) => {
  it('changes those that it finds and creates the others', async () => {
    const day = { field: 'day', type: 'date', datatype: 'DATE' };
    const note = { field: 'note', type: 'string', datatype: 'VARCHAR', length: 20 };
    await project.write('POST', '/collections', { collection: 'days', fields: [id, day, note] });
    await project.write('POST', '/items/days', { day: '2026-01-02', note: 'old' });
    const job = await imported(project, 'day,note\n2026-01-02,new\n2026-01-03,other\n', {
      collection: 'days',
      mode: 'upsert',
      key: 'day',
    });
    expect(job).toMatchObject({ state: 'done', result: { created: 1, updated: 1, refused: 0 } });
    expect(await project.read('/items/days?fields=note&sort=id')).toEqual([{ note: 'new' }, { note: 'other' }]);
  });
});

const UUIDS = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'];

onEngines(['postgres'], 'an import into a table whose key is of a type of the engine', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run(`CREATE TYPE mood AS ENUM ('sad', 'happy')`);
    await run('CREATE TABLE of_uuid (id uuid PRIMARY KEY, name text)');
    await run(`INSERT INTO of_uuid VALUES ('${UUIDS[0]}', 'old')`);
    await run('CREATE TABLE of_mood (id mood PRIMARY KEY, name text)');
    await run(`INSERT INTO of_mood VALUES ('sad', 'old')`);
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it.each([
    ['of_uuid', UUIDS],
    ['of_mood', ['sad', 'happy']],
  ])('changes the items that it finds and creates the others: %s', async (collection, [old, fresh]) => {
    const content = `id,name\n${old},new\n${fresh},other\n`;
    const job = await imported(project, content, { collection, mode: 'upsert', key: 'id' });
    expect(job).toMatchObject({ state: 'done', result: { created: 1, updated: 1, refused: 0 } });
    expect(await project.read(`/items/${collection}?sort=id`)).toEqual([
      { id: old, name: 'new' },
      { id: fresh, name: 'other' },
    ]);
  });
});
