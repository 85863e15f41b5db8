import { expect, it } from 'vitest';
import * as fields from '../../support/fields.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { addReader } from '../../support/signing-in.ts';

const READER = 'the-token-of-the-reader';
/** What each engine's driver throws if the database is busy. */
const BUSY = { errno: 1205, code: '53300', errcode: 5 };

onEveryEngine('a write after which the rules cannot be reread', ({ project }) => {
  /** The next read of webhooks, which are part of the rules, finds the database busy. */
  async function failNextReread(): Promise<void> {
    const { database } = await project.opened();
    const { all } = database;
    database.all = async (statement) => {
      if (!statement.text.includes('directus_webhooks')) return all.call(database, statement);
      database.all = all;
      throw Object.assign(new Error('too many connections'), BUSY);
    };
  }

  it('applies to the next request', async () => {
    await project.write('POST', '/collections', { collection: 'cats', fields: [fields.id, fields.text('name')] });
    await addReader(project, READER);
    await project.write('POST', '/permissions', { collection: 'cats', role: 3, read: 'full' });
    expect((await project.get('/items/cats', READER)).status).toBe(200);
    const [row] = await project.read<{ id: number }[]>('/permissions?filter[collection]=cats&filter[role]=3');
    await failNextReread();
    expect((await project.ask('PATCH', `/permissions/${row?.id}`, { read: 'none' })).status).toBe(200);
    expect((await project.get('/items/cats', READER)).status).toBe(403);
  });

  it('is made once, and succeeds', async () => {
    const before = await project.read<unknown[]>('/roles');
    await failNextReread();
    expect((await project.ask('POST', '/roles', { name: 'another' })).status).toBe(200);
    expect(await project.read('/roles')).toHaveLength(before.length + 1);
  });
});
