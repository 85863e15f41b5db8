import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { doJob } from '../../support/jobs.ts';
import { onEngines } from '../../support/on-every-engine.ts';

onEngines(['sqlite'], 'a virtual table', ({ project }) => {
  beforeAll(async () => {
    const { database } = await project.opened();
    const run = (text: string) => database.run({ text, parameters: [] });
    await run('CREATE VIRTUAL TABLE pages USING fts5(title, body)');
    await run(`INSERT INTO pages VALUES ('Plums', 'ripe')`);
    await run('CREATE VIRTUAL TABLE places USING rtree(id, west, east)');
    await project.write('POST', '/collections', { collection: 'other', fields: [id] });
  });

  it('is a collection, but the tables of its content are none', async () => {
    const collections = await project.read<{ collection: string }[]>('/collections');
    const own = collections.map(({ collection }) => collection).filter((name) => !name.startsWith('directus_'));
    expect(own.sort()).toEqual(['other', 'pages', 'places']);
    expect(await project.read('/items/pages')).toEqual([{ title: 'Plums', body: 'ripe' }]);
    const { status } = await project.ask('PATCH', '/items/pages_content/1', { c0: 'x' });
    expect(status).toBe(404);
  });

  it('is in backups', async () => {
    await doJob(project, { kind: 'backup' });
  });
});
