import { beforeAll, expect, it } from 'vitest';
import type { Project } from '../../../src/projects/project.ts';
import { deferred } from '../../support/deferred.ts';
import * as fields from '../../support/fields.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-the-reader';

/** Holds back the next result of reading webhooks, which is the last thing that is read when rules change. */
function holdRules({ database }: Project) {
  const [begun, held] = [deferred(), deferred()];
  const { all } = database;
  database.all = async (statement) => {
    const rows = await all.call(database, statement);
    if (!statement.text.includes('directus_webhooks')) return rows;
    database.all = all;
    begun.resolve();
    await held.promise;
    return rows;
  };
  return { begun: begun.promise, release: held.resolve };
}

/** Holds back the next catalogue once it has been loaded under the schema lock. */
function holdCatalog({ database }: Project) {
  const [begun, held] = [deferred(), deferred()];
  const { withSchemaLock: lock } = database;
  if (!lock) throw new Error('the engine has no schema lock');
  database.withSchemaLock = async (timeoutS, work) => {
    const loaded = await lock.call(database, timeoutS, work);
    begun.resolve();
    await held.promise;
    return loaded as Awaited<ReturnType<typeof work>>;
  };
  return {
    begun: begun.promise,
    release: () => {
      database.withSchemaLock = lock;
      held.resolve();
    },
  };
}

onEveryEngine('rules that change beside the schema', ({ project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'cats', fields: [fields.id, fields.text('name')] });
    await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'cats', role: 3, read: 'full' });
  });

  it('do not bring an older schema back', async () => {
    const { begun, release } = holdRules(await project.opened());
    const renamed = project.write('POST', '/roles', { name: 'another' });
    await begun;
    await project.write('POST', '/fields/cats', fields.text('colour'));
    release();
    await renamed;
    expect(await project.write('POST', '/items/cats', { name: 'Tom', colour: 'red' })).toMatchObject({ colour: 'red' });
  });
});

onEngines(['mysql'], 'a catalogue that is being loaded while something changes', ({ project }) => {
  beforeAll(async () => {
    await project.write('POST', '/collections', { collection: 'cats', fields: [fields.id, fields.text('name')] });
    await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'cats', role: 3, read: 'full' });
  });

  it('does not bring older permissions back', async () => {
    const [row] = await project.read<{ id: number }[]>('/permissions?filter[collection]=cats&filter[role]=3');
    const opened = await project.opened();
    const { begun, release } = holdCatalog(opened);
    const reloaded = opened.outdated(opened.catalog);
    await begun;
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'none' });
    release();
    await reloaded;
    expect((await project.get('/items/cats', READER)).status).toBe(403);
  });

  it('is loaded again if tables change after it has read them', async () => {
    const opened = await project.opened();
    const { begun, release } = holdCatalog(opened);
    const first = opened.outdated(opened.catalog);
    await begun;
    await opened.database.run({ text: 'CREATE TABLE later (id INT PRIMARY KEY)', parameters: [] });
    const second = opened.outdated(opened.catalog);
    release();
    await Promise.all([first, second]);
    expect(opened.catalog.schema.collections.has('later')).toBe(true);
  });
});
