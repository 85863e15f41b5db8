import { expect, it } from 'vitest';
import { onEverySite } from './site.ts';

const ME = ['id', 'avatar.*', 'email', 'first_name', 'last_name', 'locale', 'role.*', 'last_page', 'theme'];
const PEOPLE = ['id', 'first_name', 'last_name', 'title', 'status', 'timezone', 'role.*', 'avatar.*', 'company'];
/** Number of relations in a fresh project; some lead nowhere, as the app expects. */
const SEEDED = 11;
const byIndex = (fields: readonly string[]): string => fields.map((field, at) => `fields[${at}]=${field}`).join('&');

onEverySite('what the app loads after signing in', (site) => {
  it('is the user with role and avatar as objects', async () => {
    const me = await site().editor.get(`/users/me?${byIndex(ME)}`);
    expect(Object.keys(me).sort()).toEqual(ME.map((field) => field.replace('.*', '')).sort());
    expect(me.role).toMatchObject({ id: 3, name: 'Editor', module_listing: null, collection_listing: null });
    expect([me.avatar, me.theme, me.email]).toEqual([null, 'auto', 'editor@example.com']);
    expect((await site().admin.get(`/users/me?${byIndex(ME)}`)).role.id).toBe(1);
  });

  it('is a pong', async () => {
    const { status, text } = await site().editor.askServer('GET', '/server/ping');
    expect([status, text]).toEqual([200, 'pong']);
  });

  it.each(['/interfaces', '/layouts', '/modules'])('is the list %s, of the project in the header', async (path) => {
    const { status, body } = await site().editor.askServer('GET', path);
    expect([status, body]).toEqual([200, { data: [] }]);
    const stranger = await site().visitor.askServer('GET', path);
    expect([stranger.status, stranger.body.error?.code]).toEqual([401, 108]);
  });

  it('is every collection, with fields by their names', async () => {
    const data = await site().admin.get('/collections');
    const names = data.map(({ collection }: { collection: string }) => collection);
    expect(names).toEqual(expect.arrayContaining(['articles', 'articles_tags', 'directus_settings', 'directus_users']));
    for (const collection of data) expectCollection(collection);
    const articles = data.find(({ collection }: { collection: string }) => collection === 'articles');
    expect(articles.fields.status.options.status_mapping.deleted.soft_delete).toBe(true);
    expect(articles.fields.status.interface).toBe('status');
  });

  it('is the settings as fields and as typed values', async () => {
    const fields = await site().admin.get('/settings/fields');
    for (const field of fields)
      expect(field).toMatchObject({ field: expect.any(String), type: expect.any(String), id: expect.any(Number) });
    const settings = await site().admin.get('/settings?limit=-1');
    const value = (key: string): unknown => settings.find((row: { key: string }) => row.key === key)?.value;
    expect([value('default_limit'), value('telemetry'), value('project_logo')]).toEqual([
      200,
      expect.any(Boolean),
      null,
    ]);
    expect(value('auto_sign_out')).toEqual(expect.any(Number));
  });

  it('is the bookmarks of the user, the role and everybody', async () => {
    const me = await site().admin.get('/users/me?fields=*.*');
    expect([me.id, me.role.id]).toEqual([1, 1]);
    const titled = 'filter[title][nnull]=1';
    const filters = [`${titled}&filter[user][eq]=1`, `filter[role][eq]=1&${titled}&filter[user][null]=1`];
    const lists = await Promise.all(
      [...filters, `filter[role][null]=1&${titled}&filter[user][null]=1`].map((filter) =>
        site().admin.get(`/collection_presets?${filter}`),
      ),
    );
    expect(lists).toEqual([[], [], []]);
  });

  it('is the users', async () => {
    const users = await site().admin.get(`/users?${byIndex(PEOPLE)}`);
    expect(users.map(({ id, role }: { id: number; role: { id: number } }) => [id, role.id])).toEqual([
      [1, 1],
      [2, 3],
    ]);
  });

  it('is the relations, including those of system collections', async () => {
    const relations = await site().admin.get('/relations?limit=-1');
    expect(relations).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          collection_many: 'directus_users',
          field_many: 'role',
          collection_one: 'directus_roles',
        }),
        expect.objectContaining({
          collection_many: 'directus_users',
          field_many: 'avatar',
          collection_one: 'directus_files',
        }),
        expect.objectContaining({ collection_many: 'articles', field_many: 'author', field_one: 'articles' }),
      ]),
    );
    await expectKnown(relations.filter((row: { id: number }) => row.id > SEEDED));
  });

  it('needs no relation for owners and modifiers, who are shown nevertheless', async () => {
    const { admin } = site();
    const relations = await admin.get('/relations?filter[collection_many][eq]=articles&limit=-1');
    expect(relations.map(({ field_many }: { field_many: string }) => field_many)).toEqual(['author']);
    const { id } = await admin.write('POST', '/items/articles', { title: 'Owned' });
    const read = await admin.get(`/items/articles/${id}?fields=owner.*,modified_by.*`);
    expect(read).toMatchObject({ owner: { email: 'admin@example.com' }, modified_by: { email: 'admin@example.com' } });
    await admin.delete(`/items/articles/${id}`);
  });

  it("is the caller's permissions, for everybody but administrators", async () => {
    const { editor } = site();
    const rows = await editor.get('/permissions/me');
    const known = (await editor.get('/collections')).map(({ collection }: { collection: string }) => collection);
    for (const row of rows) {
      expect(known).toContain(row.collection);
      expect(row.read_field_blacklist).toEqual(expect.any(Array));
      expect(row.write_field_blacklist).toEqual(expect.any(Array));
    }
    const statuses = rows.filter((row: { collection: string }) => row.collection === 'articles');
    expect(statuses.map(({ status, read }: { status: string; read: string }) => [status, read])).toEqual([
      ['published', 'full'],
      ['draft', 'mine'],
      ['$create', 'none'],
    ]);
  });

  it('is sufficient for editors, too', async () => {
    const { editor } = site();
    const names = (await editor.get('/collections')).map(({ collection }: { collection: string }) => collection);
    expect(names).toEqual(
      expect.arrayContaining(['articles', 'directus_users', 'directus_files', 'directus_activity']),
    );
    for (const path of ['/settings/fields', '/settings?limit=-1', '/relations?limit=-1', '/users/me?fields=*.*'])
      await editor.get(path);
    expect(await editor.get(`/users?${byIndex(PEOPLE)}`)).not.toEqual([]);
  });

  it('tracks the page, separately for each user', async () => {
    const { editor, project } = site();
    const page = `/${project.key}/collections`;
    const user = await editor.write('PATCH', '/users/2/tracking/page', { last_page: page });
    expect([user.id, user.last_page]).toEqual([2, page]);
  });

  function expectCollection(collection: Record<string, unknown>): void {
    const flag = expect.any(Boolean);
    expect(collection).toMatchObject({ managed: flag, hidden: flag, single: flag });
    expect(Object.keys(collection)).toEqual(expect.arrayContaining(['icon', 'note', 'translation']));
    expect([null, 'array']).toContain(collection.translation === null ? null : kindOf(collection.translation));
    const fields = Object.entries(collection.fields as Record<string, Record<string, unknown>>);
    for (const [name, field] of fields) expectField(name, field, collection.collection);
    expect(
      fields.filter(([, field]) => field.primary_key === true),
      String(collection.collection),
    ).toHaveLength(1);
  }

  function expectField(name: string, field: Record<string, unknown>, collection: unknown): void {
    const flags = ['primary_key', 'auto_increment', 'unique', 'required', 'readonly', 'hidden_detail', 'hidden_browse'];
    for (const flag of flags) expect(field[flag], `${collection}.${name}.${flag}`).toEqual(expect.any(Boolean));
    expect(field).toMatchObject({ field: name, collection, type: expect.any(String) });
    expect(['null', 'object']).toContain(kindOf(field.options));
    expect(['null', 'array']).toContain(kindOf(field.translation));
    expect(['null', 'number']).toContain(kindOf(field.sort));
    if (field.datatype !== null) expect(field.datatype).toMatch(/^[A-Z]+$/);
  }

  const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

  /** A relation to a collection that is missing from the list would break the app's forms. */
  async function expectKnown(relations: readonly Record<string, string | null>[]): Promise<void> {
    const collections = await site().admin.get('/collections');
    const has = (collection: string | null, field: string | null): boolean =>
      collections.some(
        (entry: { collection: string; fields: object }) =>
          entry.collection === collection && (field === null || field in entry.fields),
      );
    for (const { collection_many, field_many, collection_one, field_one } of relations) {
      expect(has(collection_many ?? null, field_many ?? null), `${collection_many}.${field_many}`).toBe(true);
      expect(has(collection_one ?? null, field_one ?? null), `${collection_one}.${field_one}`).toBe(true);
    }
  }
});
