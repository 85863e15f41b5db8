import { beforeAll, expect, it, vi } from 'vitest';
import { TableRows } from '../../src/persistence/table-rows.ts';
import { previews } from '../../src/schema/internal/previews.ts';
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

  it('of a new project need not be searched for secrets', async () => {
    expect(Number((await progress())?.ended_at)).toBeGreaterThan(0);
  });

  it('of a deleted collection do not belong to a new one of the same name', async () => {
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
    const done = await project.read<{ action: string }[]>('/activity?filter[collection]=again&fields=action');
    expect(done.map(({ action }) => action)).toEqual(['create', 'create']);
  });

  it('that another program has left of a collection do not belong to one of the same name', async () => {
    await put({ collection: 'left', data: `{"id":1,"word":"${SECRET}"}`, delta: '{}' });
    await project.write('POST', '/collections', { collection: 'left', fields: [id, text('word')] });
    expect(await project.read('/items/left/1/revisions')).toEqual([]);
  });

  it('and addresses that another program has left of a collection do not belong to one of the same name', async () => {
    await project.write('PATCH', '/previews/papers', { address: 'https://example.com/{{token}}' });
    await project.write('PATCH', '/previews/papers', { address: null });
    const { dialect, database } = await opened();
    const address = 'https://former.example.com/{{token}}';
    await new TableRows(dialect, previews).insert(database, { collection: 'orphaned', address });
    await project.write('POST', '/collections', { collection: 'orphaned', fields: [id, text('word')] });
    expect(await project.read('/previews')).toEqual([]);
  });

  it(
    'of earlier versions show no secrets, and are searched for them once',
    async () => {
      const before = await stored();
      for (const row of DIRTY) await put(row);
      for (const token of [ADMIN_TOKEN, READER])
        for (const path of [
          '/revisions?limit=-1',
          '/revisions?limit=-1&export=csv',
          '{ directus_revisions(limit: -1) { data { data delta } } }',
        ]) {
          const answer = await (path.startsWith('{') ? project.query(path, token) : project.get(path, token));
          expect(answer.text, path).not.toContain(SECRET);
        }
      expect(await stored()).toContain(SECRET);
      await forgetUpkeep();
      await reopened();
      await vi.waitFor(async () => expect(await stored()).not.toContain(SECRET), SOON);
      for (const kept of KEPT) expect(await stored()).toContain(kept);
      expect((await stored()).startsWith(before.slice(0, -1))).toBe(true);
      await vi.waitFor(async () => expect(Number((await progress())?.ended_at)).toBeGreaterThan(0), SOON);
      await put(DIRTY[0] as Payload);
      await reopened();
      await new Promise((later) => setTimeout(later, 300));
      expect(await stored()).toContain(SECRET);
    },
    TIMEOUT_MS,
  );

  it('of nested items belong to them, and stay without what is not theirs', async () => {
    const label = { name: 'nested', papers: [{ title: 'below' }] };
    const { id: key } = await project.write<{ id: number }>('POST', '/items/papers?fields=id', {
      title: 'above',
      label,
    });
    const [own] = await project.read<{ delta: Payload }[]>(`/items/papers/${key}/revisions`);
    expect(own?.delta).toEqual({ title: 'above', label: { name: 'nested' } });
    await project.write('PATCH', `/items/papers/${key}?fields=id`, { label: { id: 1, $delete: true } });
    const back = await project.read<{ delta: Payload }[]>(`/items/papers/${key}/revisions?sort=-id&limit=1`);
    expect(back[0]?.delta).toEqual({ label: { id: 1, $delete: true } });
  });

  it('GraphQL returns the URLs of a file like REST', async () => {
    const { id: key, data } = await project.write<{ id: number; data: Payload }>('POST', '/files', {
      data: PIXEL,
      filename_download: 'dot.png',
    });
    const document = `{ directus_files(id: ${key}) { data { id data { full_url url asset_url thumbnails { key url relative_url dimension width height } embed { html } } } } }`;
    for (const token of [ADMIN_TOKEN, READER]) {
      const { text } = await project.ask('POST', '/gql', { query: document }, token);
      const [file] = JSON.parse(text).data.directus_files.data;
      expect(file.data).toEqual(data);
    }
  });

  async function reopened(): Promise<void> {
    await server.app.registry.close(project.key);
    await project.read('/collections');
  }
  async function progress() {
    const { dialect, database } = await opened();
    if (!(await dialect.internalTables(database)).includes(upkeep.name)) return undefined;
    return (await new TableRows(dialect, upkeep).find(database, [], 'id', 1))[0];
  }
  /** As in a project that an earlier version has created. */
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

/** Rows as earlier versions and the original wrote them. */
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
