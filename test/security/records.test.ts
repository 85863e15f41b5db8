import { beforeAll, expect, it, vi } from 'vitest';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { upkeep } from '../../src/schema/internal/upkeep.ts';
import { revisions } from '../../src/schema/system/revisions.ts';
import { id, text, toMany, toOne } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Payload, type TestProject } from '../support/project.ts';
import { addReader } from '../support/signing-in.ts';

const READER = 'the-token-of-the-reader';
const TIMEOUT_MS = 60_000;
const SOON = { timeout: 20_000, interval: 20 };
const SECRET = 'zebra';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

onEveryEngine('records', ({ server, project }) => {
  beforeAll(async () => {
    await furnish(project);
  }, TIMEOUT_MS);

  const opened = async () => {
    return project.opened();
  };
  const put = async (row: Payload): Promise<void> => {
    const { dialect, database } = await opened();
    await new TableRows(dialect, revisions).insert(database, {
      activity: 1,
      item: '1',
      parent_changed: 0,
      ...row,
    } as never);
  };
  const stored = async (): Promise<string> => {
    const { dialect, database } = await opened();
    return JSON.stringify(await new TableRows(dialect, revisions).find(database, [], 'id', 1000));
  };

  it('of a collection that was deleted do not belong to one of the same name', async () => {
    const again = { collection: 'again', fields: [id, text('word')] };
    for (const word of [`${SECRET} old`, 'new']) {
      await project.write('POST', '/collections', again);
      const key = await project.write<{ id: number }>('POST', '/items/again', { word });
      expect(key.id).toBe(1);
      const shown = await project.get('/items/again/1/revisions', ADMIN_TOKEN);
      expect(JSON.parse(shown.text).data.map(({ delta }: { delta: Payload }) => delta)).toEqual([{ word }]);
      const said = await project.read<unknown[]>('/activity?filter[collection]=again&filter[action]=comment');
      expect(said).toEqual([]);
      await project.write('POST', '/activity/comment', { collection: 'again', item: '1', comment: `${SECRET} said` });
      await project.write('DELETE', '/collections/again');
    }
    async function progress() {
      const { dialect, database } = await opened();
      if (!(await dialect.internalTables(database)).includes(upkeep.name)) return undefined;
      return (await new TableRows(dialect, upkeep).find(database, [], 'id', 1))[0];
    }
    /** As in a project that a former version has made. */
    async function forgetUpkeep(): Promise<void> {
      const { dialect, database } = await opened();
      if (await progress()) await new TableRows(dialect, upkeep).delete(database, []);
    }
  });

  async function reopened(): Promise<void> {
    await server.app.registry.close(project.key);
    await project.read('/collections');
  }
  async function progress() {
    const { dialect, database } = await opened();
    if (!(await dialect.ownTables(database)).includes(upkeep.name)) return undefined;
    return (await new TableRows(dialect, upkeep).find(database, [], 'id', 1))[0];
  }
  /** As in a project that a former version has made. */
  async function forgetUpkeep(): Promise<void> {
    const { dialect, database } = await opened();
    if (await progress()) await new TableRows(dialect, upkeep).delete(database, []);
  }
});

const nested = {
  first_name: 'kept-name',
  password: { plain: `${SECRET}-1`, hash: `${SECRET}-2` },
  token: `${SECRET}-3`,
  '2fa_secret': `${SECRET}-4`,
  password_reset_token: `${SECRET}-5`,
};
const json = (value: unknown): string => JSON.stringify(value);

/** Rows as former versions, and the original, have written them. */
const DIRTY: readonly Payload[] = [
  {
    collection: 'papers',
    data: json({ id: 1, title: 'kept-title', word: `${SECRET}-6` }),
    delta: json({ author: nested, word: `${SECRET}-7` }),
  },
  {
    collection: 'papers',
    data: json({ id: 1 }),
    delta: json({ label: { name: 'kept-label', papers: [{ author: nested, word: `${SECRET}-8` }] } }),
  },
  {
    collection: 'directus_users',
    data: json({ id: 1, token: `${SECRET}-9` }),
    delta: json({ email: 'kept@example.com', password: `${SECRET}-10` }),
  },
  { collection: 'gone', data: json({ id: 1, place: 'kept-place' }), delta: json({ author: nested }) },
  { collection: 'papers', data: json({ id: 1 }), delta: json({ gone: { author: [nested] }, title: 'kept-too' }) },
  {
    collection: 'papers',
    data: json({ id: 1, more: { token: 'kept-json', plain: 1, hash: 2 } }),
    delta: json({ more: { token: 'kept-json' } }),
  },
];
const KEPT = ['kept-name', 'kept-title', 'kept-label', 'kept@example.com', 'kept-place', 'kept-too', 'kept-json'];

async function furnish(project: TestProject): Promise<void> {
  const hash = { field: 'word', type: 'hash', interface: 'hashed', datatype: 'VARCHAR', length: 255 };
  const json = { field: 'more', type: 'json', interface: 'json', datatype: 'TEXT' };
  await project.write('POST', '/collections', { collection: 'labels', fields: [id, text('name'), toMany('papers')] });
  await project.write('POST', '/collections', {
    collection: 'papers',
    fields: [id, text('title'), hash, json, toOne('author'), toOne('label')],
  });
  await project.write('POST', '/relations', {
    collection_many: 'papers',
    field_many: 'author',
    collection_one: 'directus_users',
  });
  await project.write('POST', '/relations', {
    collection_many: 'papers',
    field_many: 'label',
    collection_one: 'labels',
    field_one: 'papers',
  });
  await addReader(project, READER);
  for (const collection of ['papers', 'labels'])
    await project.write('POST', '/permissions', { role: 3, collection, read: 'full' });
}
