import { expect, it } from 'vitest';
import { appField, newCollection, onEverySite, TICKED } from './site.ts';

onEverySite('the setting pages', (site) => {
  it.each(['/roles?fields=-&limit=0', '/activity?fields=-&limit=0', '/webhooks?limit=0'])('count %s', async (path) => {
    const { status, body } = await site().admin.ask('GET', `${path}&meta=total_count`);
    expect([status, body]).toEqual([200, { data: [], meta: { total_count: expect.any(Number) } }]);
  });

  it('change a setting, which the project shows at once', async () => {
    const { admin } = site();
    const settings = await admin.get('/settings?limit=-1');
    const { id } = settings.find(({ key }: { key: string }) => key === 'project_name');
    expect(await admin.write('PATCH', `/settings/${id}`, { value: 'Magazine' })).toMatchObject({
      id,
      key: 'project_name',
      value: 'Magazine',
    });
    expect((await admin.get('/')).api.project_name).toBe('Magazine');
    const made = await admin.write('POST', '/settings', { key: 'something_else', value: 'x' });
    expect(made).toMatchObject({ id: expect.any(Number), key: 'something_else', value: 'x' });
  });

  it('create a collection with every optional field, change it and drop it', async () => {
    const { admin } = site();
    expect(await admin.write('POST', '/collections', newCollection('pages', TICKED))).toMatchObject({
      collection: 'pages',
      hidden: false,
    });
    const own = await admin.get('/collections/pages');
    expect(Object.keys(own.fields)).toEqual([
      'id',
      'status',
      'sort',
      'owner',
      'created_on',
      'modified_by',
      'modified_on',
    ]);
    const change = {
      note: 'Pages',
      icon: 'web',
      hidden: true,
      single: true,
      translation: [{ locale: 'de-DE', translation: 'Seiten' }],
    };
    expect(await admin.write('PATCH', '/collections/pages', change)).toMatchObject(change);
    const { status } = await admin.ask('PATCH', '/collections/pages', { managed: false });
    expect(status).toBe(200);
    await admin.write('PATCH', '/collections/pages', { managed: true });
    await admin.delete('/collections/pages');
  });

  it('refuse an invalid collection name with code 4', async () => {
    const { status, body } = await site().admin.ask('POST', '/collections', newCollection('directus_mine'));
    expect([status, body.error?.code]).toEqual([422, 4]);
  });

  it('list the fields of collections, which have a note, and those of one', async () => {
    const { admin } = site();
    const names = (await admin.get('/fields/directus_collections')).map(({ field }: { field: string }) => field);
    expect(names).toContain('note');
    const fields = await admin.get('/fields/articles?sort=sort');
    expect(fields.length).toBeGreaterThan(10);
    expect((await admin.get('/fields/directus_roles')).length).toBeGreaterThan(3);
    expect((await admin.get('/fields')).length).toBeGreaterThan(100);
  });

  it('create, change, reorder, copy and delete fields', async () => {
    const { admin } = site();
    await admin.write('POST', '/collections', newCollection('plants'));
    const made = await admin.write('POST', '/fields/plants', appField('name', { note: 'As on the label' }));
    expect(made).toMatchObject({
      id: expect.any(Number),
      field: 'name',
      type: 'string',
      note: 'As on the label',
      required: false,
    });
    const changed = await admin.write('PATCH', '/fields/plants/name', {
      ...appField('name', {}),
      id: made.id,
      required: true,
    });
    expect(changed).toMatchObject({ id: made.id, required: true });
    await admin.write(
      'POST',
      '/fields/plants',
      appField('height', { type: 'decimal', datatype: 'DECIMAL', interface: 'numeric', length: '10,2' }),
    );
    const order = [
      { field: 'height', sort: 1 },
      { field: 'name', sort: 2 },
      { field: 'id', sort: 3 },
    ];
    const ordered = await admin.write('PATCH', '/fields/plants?activity_skip=1', order);
    expect(ordered.map(({ field, sort }: { field: string; sort: number }) => ({ field, sort }))).toEqual(
      expect.arrayContaining(order),
    );
    expect(ordered).toHaveLength(3);
    const { id, sort, ...copy } = await admin.get('/fields/plants/height');
    await admin.write('POST', '/fields/authors', {
      ...copy,
      collection: 'authors',
      field: 'height',
      auto_increment: false,
      locked: 0,
      group: null,
    });
    await admin.delete('/fields/authors/height');
    await admin.delete('/fields/plants/name');
    const missing = await admin.ask('GET', '/fields/plants/name');
    expect([missing.status, missing.body.error?.code]).toEqual([404, 202]);
  });

  it('create a field of every kind that the form offers', async () => {
    const { admin } = site();
    await admin.write('POST', '/collections', newCollection('kinds'));
    for (const field of EVERY_KIND) {
      const made = await admin.write('POST', '/fields/kinds', field);
      expect(made.type.toLowerCase(), String(field.field)).toBe(field.type);
      expect(
        await admin.write('PATCH', `/fields/kinds/${field.field}`, { ...field, id: made.id, note: 'n' }),
      ).toMatchObject({ id: made.id, note: 'n' });
    }
    await admin.write('POST', '/items/kinds', { a_status: 'draft' });
  });

  it('create roles with permissions that are sent in parallel', async () => {
    const { admin } = site();
    const { id } = await admin.write('POST', '/roles', { name: 'Writer' });
    const role = await admin.get(`/roles/${id}?fields=*.*.*`);
    expect(role).toMatchObject({ id, name: 'Writer' });
    const rows = [{ collection: 'authors', role: id, read: 'full' }];
    const more = [
      { collection: 'articles', role: id, status: 'draft', read: 'mine' },
      { collection: 'articles', role: id, status: '$create', create: 'full' },
    ];
    const [created] = await Promise.all([
      admin.write('POST', '/permissions', rows),
      admin.write('POST', '/permissions', more),
    ]);
    const listed = await admin.get(`/permissions?filter[role][eq]=${id}&limit=-1`);
    for (const row of listed.filter(({ collection }: { collection: string }) => !collection.startsWith('directus_')))
      for (const list of ['read_field_blacklist', 'write_field_blacklist', 'status_blacklist'])
        expect(row[list]).toEqual([]);
    const changes = [{ id: created[0].id, update: 'full', read_field_blacklist: ['name'] }];
    const [changed] = await admin.write('PATCH', '/permissions', changes);
    expect(changed).toMatchObject({ update: 'full', read: 'full', read_field_blacklist: ['name'] });
    await admin.write('PATCH', `/roles/${id}`, { description: 'Writes' });
    await admin.delete(`/roles/${id}`);
  });

  it('keep webhooks', async () => {
    const { admin } = site();
    const hook = {
      status: 'active',
      http_action: 'post',
      url: 'https://example.com/x',
      collection: 'articles',
      directus_action: 'item.create:after',
    };
    const { id } = await admin.write('POST', '/webhooks', hook);
    expect(await admin.get(`/webhooks/${id}`)).toMatchObject(hook);
    expect(await admin.get(`/webhooks/${id}/revisions`)).toHaveLength(1);
    await admin.delete(`/webhooks/${id}`);
    const { status, body } = await admin.askServer('GET', '/undefined/');
    expect([status, body.error?.code]).toEqual([401, 3]);
  });

  it('show what happened in the project', async () => {
    const { admin } = site();
    const [row] = await admin.get('/activity?fields=*.*&limit=1&sort=-action_on');
    expect(row).toMatchObject({
      action: expect.any(String),
      action_on: expect.any(String),
      item: expect.any(String),
      collection: expect.any(String),
    });
    expect(row.action_by).toMatchObject({ first_name: 'Admin', last_name: 'User' });
    expect(await admin.get(`/activity/${row.id}`)).toMatchObject({ id: row.id });
  });
});

const field = (name: string, type: string, datatype: string | null, more: object = {}): Record<string, unknown> =>
  appField(name, { type, datatype, length: null, ...more });

const EVERY_KIND = [
  field('an_alias', 'alias', null),
  field('an_array', 'array', 'VARCHAR', { length: '255' }),
  field('a_boolean', 'boolean', 'TINYINT', { default_value: false }),
  field('a_date', 'date', 'DATE'),
  field('a_datetime', 'datetime', 'DATETIME'),
  field('a_time', 'time', 'TIME'),
  field('a_file', 'file', 'INT', { signed: false }),
  field('a_group', 'group', null),
  field('a_hash', 'hash', 'VARCHAR', { length: '255' }),
  field('an_integer', 'integer', 'INT', { length: '10', default_value: '0' }),
  field('a_decimal', 'decimal', 'DECIMAL', { length: '10,2' }),
  field('a_json', 'json', 'TEXT'),
  field('a_lang', 'lang', 'CHAR', { length: '5' }),
  field('an_m2o', 'm2o', 'INT', { signed: false }),
  field('an_o2m', 'o2m', null),
  field('a_slug', 'slug', 'VARCHAR', { length: '255' }),
  field('a_sort', 'sort', 'INT'),
  field('a_status', 'status', 'VARCHAR', { length: '20' }),
  field('a_string', 'string', 'TEXT'),
  field('a_translation', 'translation', null),
  field('a_uuid', 'uuid', 'VARCHAR', { length: '36' }),
  field('created_on', 'datetime_created', 'DATETIME'),
  field('changed_on', 'datetime_updated', 'DATETIME'),
  field('an_owner', 'owner', 'INT'),
  field('changed_by', 'user_updated', 'INT'),
  field('a_user', 'user', 'INT'),
];
