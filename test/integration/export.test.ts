import { beforeAll, expect, it } from 'vitest';
import { id, integer, text, toOne } from '../support/fields.ts';
import { imported } from '../support/imports.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

const PLANTS = {
  collection: 'plants',
  fields: [id, text('name'), { ...integer('height'), signed: true }, toOne('parent'), text('secret')],
};
const PARENT = { collection_many: 'plants', field_many: 'parent', collection_one: 'plants' };
const MANY = 1_200;

onEveryEngine('an exported list', ({ server, project }) => {
  beforeAll(async () => {
    await project.ask('POST', '/collections', PLANTS);
    await project.ask('POST', '/relations', PARENT);
    await project.ask('POST', '/items/plants', [
      { name: 'Oak, "old"', height: -5, secret: 'in a\nhollow' },
      { name: '=HYPERLINK("http://evil")', parent: 1 },
      { name: '<b>&amp;</b>\u000b', height: 3 },
    ]);
  });

  async function get(query: string, token: string | null = ADMIN_TOKEN) {
    const headers: Record<string, string> = token === null ? {} : { Authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.base}/${project.key}${query}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }

  it('is a table without formulas', async () => {
    const { status, headers, text } = await get('/items/plants?export=csv&fields=id,name,height,parent,secret&sort=id');
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="plants.csv"');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(text).toBe(
      [
        'id,name,height,parent,secret',
        '1,"Oak, ""old""",-5,,"in a\nhollow"',
        `2,"'=HYPERLINK(""http://evil"")",,1,`,
        '3,"<b>&amp;</b>\u000b",3,,',
        '',
      ].join('\r\n'),
    );
  });

  it('may contain the revisions of an item', async () => {
    const asked = '/items/plants/1/revisions?fields=item,collection&sort=-id&limit=1';
    const { headers, text } = await get(`${asked}&export=csv`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="directus_revisions.csv"');
    expect(text).toBe('collection,item\r\nplants,1\r\n');
    expect((await get(`${asked}&export=pdf`)).status).toBe(422);
    expect((await get('/items/plants/9999/revisions?export=csv&fields=item')).text).toBe('item\r\n');
    expect((await get(`${asked}&export=csv`, null)).status).toBe(401);
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1+1', "'+1+1"],
    ['-1+1', "'-1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', `"'\tx"`],
    ['\rx', `"'\rx"`],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['x;=1+1', `"x;'=1+1"`],
    ['x\n@A1', `"x\n'@A1"`],
    ['x;y', '"x;y"'],
    ['-1.5', '-1.5'],
  ])('has %j as %j', async (name, cell) => {
    const { body } = await project.ask('POST', '/items/plants', { name });
    const { id } = body.data as { id: number };
    const { text } = await get(`/items/plants?export=csv&fields=name&filter[id]=${id}`);
    expect(text).toBe(`name\r\n${cell}\r\n`);
    await project.ask('DELETE', `/items/plants/${id}`);
  });

  it('is imported again with the same texts, also those that a spreadsheet would take for formulas', async () => {
    const texts = [
      '=1+1',
      "'=1+1",
      'x;=1+1',
      "x;'=1+1",
      "a\n=cmd|' /C calc'!A0",
      '-1.5',
      "'-1.5",
      'x;"=A1";y',
      "it's; +SUM(1)",
    ];
    await project.write(
      'POST',
      '/items/plants',
      texts.map((name) => ({ name, secret: 'again' })),
    );
    const query = 'filter[secret]=again&fields=name&sort=id';
    const { text } = await get(`/items/plants?export=csv&${query}`);
    for (const { id } of await project.read<{ id: number }[]>(`/items/plants?filter[secret]=again&fields=id`))
      await project.write('DELETE', `/items/plants/${id}`);
    await imported(project, text, { collection: 'plants', mapping: { name: 'name' } });
    const names = await project.read<{ name: string }[]>('/items/plants?filter[id][gt]=3&fields=name&sort=id');
    expect(names.map(({ name }) => name)).toEqual(texts);
    await Promise.all(
      (await project.read<{ id: number }[]>('/items/plants?filter[id][gt]=3&fields=id')).map(({ id }) =>
        project.write('DELETE', `/items/plants/${id}`),
      ),
    );
  });

  it('has the items of the list, without the envelope', async () => {
    const query = '/items/plants?fields=id,name,parent.name&sort=-id&filter[id][lte]=3&meta=*';
    const { headers, text } = await get(`${query}&export=json`);
    expect(headers.get('content-disposition')).toBe('attachment; filename="plants.json"');
    expect(JSON.parse(text)).toEqual(JSON.parse((await get(query)).text).data);
    expect(JSON.parse((await get('/items/plants?filter[id]=0&export=json')).text)).toEqual([]);
  });

  it('is a document without characters that XML forbids', async () => {
    const { headers, text } = await get('/items/plants?export=xml&fields=id,name,parent.id&filter[id][gte]=2&sort=id');
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(text).toBe(
      [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<items collection="plants">',
        '<item><id>2</id><name>=HYPERLINK(&#34;http://evil&#34;)</name><parent><id>1</id></parent></item>',
        '<item><id>3</id><name>&#60;b&#62;&#38;amp;&#60;/b&#62;\uFFFD</name></item>',
        '</items>',
        '',
      ].join('\n'),
    );
  });

  it('is streamed completely, however long it is', async () => {
    const rows = Array.from({ length: MANY }, (_, index) => ({ name: `Many ${index}`, height: 9 }));
    await project.ask('POST', '/items/plants', rows);
    const query = '/items/plants?limit=-1&filter[height]=9&fields=name&sort=id';
    const { text } = await get(`${query}&export=csv`);
    expect(text.split('\r\n')).toEqual(['name', ...rows.map(({ name }) => name), '']);
    expect(JSON.parse((await get(`${query}&export=json`)).text)).toEqual(rows.map(({ name }) => ({ name })));
  });

  it('can be of a system collection, too', async () => {
    const { headers, text } = await get('/users?export=csv&fields=email,password');
    expect(headers.get('content-disposition')).toBe('attachment; filename="directus_users.csv"');
    expect(text).toMatch(/^email[^\r]*\r\nadmin@example\.com/);
    expect(text).not.toMatch(/\$2y\$/);
  });

  it('shows and finds nothing that the list would not', async () => {
    const role = ((await project.ask('POST', '/roles', { name: 'Visitor' })).body.data as { id: number }).id;
    await project.ask('POST', '/permissions', {
      collection: 'plants',
      role,
      read: 'full',
      read_field_blacklist: ['secret'],
    });
    const visitor = {
      status: 'active',
      first_name: 'V',
      last_name: 'V',
      email: 'v@example.com',
      password: 'V-Secret-1',
    };
    await project.ask('POST', '/users', { ...visitor, role });
    const signedIn = await project.ask(
      'POST',
      '/auth/authenticate',
      { email: visitor.email, password: visitor.password },
      null,
    );
    const { token } = signedIn.body.data as { token: string };
    for (const format of ['csv', 'json', 'xml']) {
      const { status, text } = await get(`/items/plants?export=${format}`, token);
      expect(status).toBe(200);
      expect(text).not.toMatch(/secret|hollow/);
      for (const query of ['fields=secret', 'filter[secret][like]=in', 'sort=secret']) {
        const plain = await get(`/items/plants?${query}`, token);
        expect((await get(`/items/plants?${query}&export=${format}`, token)).status, query).toBe(plain.status);
      }
      expect((await get(`/items/plants?export=${format}`, null)).status).toBe(401);
    }
  });

  it('is refused in an unknown format', async () => {
    const { status, text } = await get('/items/plants?export=exe');
    expect([status, JSON.parse(text).error.code]).toEqual([422, 12]);
  });
});
