import { beforeAll, expect, it } from 'vitest';
import { id } from '../../support/fields.ts';
import { imported, uploaded } from '../../support/imports.ts';
import { doJob } from '../../support/jobs.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import type { Payload, TestProject } from '../../support/project.ts';

/** Runs statements on the database of a project, and makes it notice new tables. */
async function define(project: TestProject, statements: readonly string[]): Promise<void> {
  const { database } = await project.opened();
  for (const text of statements) await database.run({ text, parameters: [] });
  await project.write('POST', '/collections', { collection: 'other', fields: [id] });
}

onEveryEngine('a table with a column that the database computes', ({ project, engine }) => {
  const required = engine === 'mysql' ? '' : 'NOT NULL';
  const one = { id: 1, n: 3, twice: 6 };
  const two = { id: 2, n: 4, twice: 8 };
  const items = (): Promise<Payload[]> => project.read('/items/computed?sort=id');

  beforeAll(() =>
    define(project, [
      `CREATE TABLE computed (id INTEGER PRIMARY KEY, n INTEGER,
        twice INTEGER GENERATED ALWAYS AS (n * 2) STORED ${required})`,
    ]),
  );

  it('takes new items, whose computed values cannot be sent', async () => {
    expect(await project.write('POST', '/items/computed', { id: 1, n: 3 })).toEqual(one);
    expect(await project.write('POST', '/items/computed', { id: 2, n: 4 })).toEqual(two);
    expect((await project.ask('PATCH', '/items/computed/1', { twice: 7 })).status).toBe(422);
  });

  it('reverts items whose computed value has changed', async () => {
    await project.write('PATCH', '/items/computed/1', { n: 5 });
    const [first] = await project.read<{ id: number }[]>('/items/computed/1/revisions?sort=id');
    expect(await project.write('PATCH', `/items/computed/1/revert/${first?.id}`, {})).toEqual(one);
  });

  it('gets back the items that a job has changed or deleted', async () => {
    const job = { collection: 'computed', filter: {} };
    const changing = await doJob(project, { ...job, kind: 'update', payload: { n: 9 } });
    expect((await doJob(project, { kind: 'undo', job: changing.id })).result).toEqual({ changed: 2, refused: 0 });
    expect(await items()).toEqual([one, two]);
    const deleting = await doJob(project, { ...job, kind: 'delete' });
    expect((await doJob(project, { kind: 'undo', job: deleting.id })).result).toEqual({ changed: 2, refused: 0 });
    expect(await items()).toEqual([one, two]);
  });

  it.each(['csv', 'json'])('imports its own export: %s', async (format) => {
    const content = await (await project.fetch('GET', `/items/computed?export=${format}&sort=id`)).text();
    await doJob(project, { kind: 'delete', collection: 'computed', filter: {} });
    const job = await imported(project, content, { collection: 'computed' });
    expect(job).toMatchObject({ state: 'done', result: { created: 2, refused: 0 } });
    expect(await items()).toEqual([one, two]);
  });

  it('is not guessed to take computed values from a file', async () => {
    const upload = await uploaded(project, 'computed', 'id,n,twice\n3,1,2\n');
    const { body } = await project.ask('POST', '/jobs/preview', { collection: 'computed', upload });
    expect(body.data).toMatchObject({ mapping: [{ field: 'id' }, { field: 'n' }] });
  });
});

onEngines(['postgres'], 'a table whose counter alone gives keys', ({ project }) => {
  it('gets back deleted items with their keys, and counts on', async () => {
    await define(project, ['CREATE TABLE counted (id INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name TEXT)']);
    await project.write('POST', '/items/counted', [{ name: 'a' }, { name: 'b' }]);
    const before = await project.read('/items/counted?sort=id');
    const job = await doJob(project, { kind: 'delete', collection: 'counted', filter: {} });
    expect((await doJob(project, { kind: 'undo', job: job.id })).result).toEqual({ changed: 2, refused: 0 });
    expect(await project.read('/items/counted?sort=id')).toEqual(before);
    expect(await project.write('POST', '/items/counted', { name: 'c' })).toEqual({ id: 3, name: 'c' });
    expect((await project.ask('POST', '/items/counted', { id: 9, name: 'd' })).status).toBe(422);
  });
});
