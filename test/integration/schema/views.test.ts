import { beforeEach, expect, it } from 'vitest';
import { id, text } from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import type { Answered, Payload } from '../../support/project.ts';

onEveryEngine('a table that a view reads', ({ engine, project }) => {
  const run = async (text: string) => (await project.opened()).database.run({ text, parameters: [] });
  const shown = async () => (await project.opened()).database.all({ text: 'SELECT * FROM shown', parameters: [] });
  const change = (field: string, body: Payload): Promise<Answered> =>
    project.ask('PATCH', `/fields/books/${field}`, body);
  const drop = (field: string): Promise<Answered> => project.ask('DELETE', `/fields/books/${field}`);
  const refused = (view: string) => [422, { code: 12, message: expect.stringContaining(view) }];

  beforeEach(async () => {
    await run('DROP VIEW IF EXISTS shown');
    await run('DROP VIEW IF EXISTS broken');
    await project.ask('DELETE', '/collections/books');
    await project.write('POST', '/collections', { collection: 'books', fields: [id, text('title'), text('note')] });
    await project.write('POST', '/items/books', { title: 'One', note: 'first' });
    await run('CREATE VIEW shown AS SELECT title FROM books');
  });

  it.each([
    ['title', { required: true }],
    ['title', { default_value: 'none' }],
    ['title', { unique: true }],
    ['note', { length: 50 }],
    ['note', { datatype: 'TEXT' }],
  ])('is changed: %s %j', async (field, body) => {
    const { status, text: answer } = await change(field, body);
    expect(status, answer).toBe(200);
    expect(await shown()).toEqual([['One']]);
  });

  it('loses a field that the view does not read', async () => {
    expect((await drop('note')).status).toBe(204);
    expect(await shown()).toEqual([['One']]);
    expect(await project.write('POST', '/items/books', { title: 'Two' })).not.toHaveProperty('note');
  });

  it.skipIf(engine === 'postgres')('is changed while there is a view of what no longer exists', async () => {
    await run('CREATE TABLE gone (a INT)');
    await run('CREATE VIEW broken AS SELECT a FROM gone');
    await run('DROP TABLE gone');
    expect((await change('note', { length: 50 })).status).toBe(200);
    expect((await drop('note')).status).toBe(204);
  });

  it('keeps a column that the view reads, where the engine or Octavo protects views', async () => {
    const { status, body } = await drop('title');
    if (engine === 'mysql') return expect(status).toBe(204);
    expect([status, body.error]).toMatchObject(refused('view shown'));
    expect(await shown()).toEqual([['One']]);
  });

  it.skipIf(engine !== 'sqlite')('is changed in a large file, which another process does', async () => {
    await run('CREATE TABLE large AS SELECT hex(zeroblob(6000000)) AS digits');
    expect((await change('title', { length: 50 })).status).toBe(200);
    const { status, body } = await drop('title');
    expect([status, body.error]).toMatchObject(refused('view shown'));
    await run('DROP TABLE large');
  });

  it('gets another length of a column that the view reads, if the engine can do it', async () => {
    const { status, body } = await change('title', { length: 50 });
    if (engine === 'postgres') expect([status, body.error]).toMatchObject(refused('view shown'));
    else expect(status).toBe(200);
    expect(await shown()).toEqual([['One']]);
  });

  it('is dropped with its collection, if the engine can do it', async () => {
    const { status, body } = await project.ask('DELETE', '/collections/books');
    if (engine === 'postgres') expect([status, body.error]).toMatchObject(refused('view shown'));
    else expect(status).toBe(204);
  });
});
