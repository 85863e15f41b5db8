import { beforeAll, expect, it } from 'vitest';
import { integer } from '../support/fields.ts';
import { addNotes, onEveryEngine } from '../support/on-every-engine.ts';

const ADMIN = { Authorization: 'Bearer tests-admin-token' };
const SIGN_IN = 'email=admin%40example.com&password=Admin-Secret-1';

onEveryEngine('bodies that are forms', ({ server, project }) => {
  let own: string;

  beforeAll(async () => {
    await addNotes(project);
    own = server.base;
    await project.ask('POST', '/fields/notes', integer('stars'));
    await project.ask('POST', '/fields/notes', { field: 'tags', type: 'array', datatype: 'TEXT' });
  });

  const send = async (
    path: string,
    form: string | Buffer | FormData,
    headers: Readonly<Record<string, string>> = {},
    method = 'POST',
  ) => {
    const answer = await fetch(`${own}/${project.key}${path}`, { method, headers, body: form });
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
  };
  const post = (path: string, form: string, headers = {}) =>
    send(path, form, { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers });
  const multipart = (fields: Readonly<Record<string, string>>): FormData => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    return form;
  };

  it('are items, with lists numbered by brackets', async () => {
    const form = 'title=a+caf%C3%A9%20%26+more&stars=5&tags[]=one&tags[]=two';
    const { status, body } = await post('/items/notes', form, ADMIN);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ title: 'a café & more', stars: 5, tags: ['one', 'two'] });
  });

  it('can sign users in', async () => {
    expect((await post('/auth/authenticate', SIGN_IN)).body.data).toMatchObject({ token: expect.any(String) });
    expect((await post('/auth/authenticate', SIGN_IN, { Origin: own })).status).toBe(200);
  });

  it.each(['http://elsewhere.example', 'null'])('count as missing if a page of %s sends them', async (Origin) => {
    const before = await project.digest();
    const signedIn = await post('/auth/authenticate', SIGN_IN, { Origin });
    expect([signedIn.status, signedIn.body.error?.code]).toEqual([400, 13]);
    const written = await post('/items/notes', 'title=foreign', { ...ADMIN, Origin });
    expect([written.status, written.body.error?.code]).toEqual([400, 13]);
    expect(await project.digest()).toBe(before);
  });

  it('may be multipart, in which files are ignored', async () => {
    const form = multipart({ title: 'a café & more', stars: '5', 'tags[]': 'one', 'tags[1]': 'two' });
    form.append('attachment', new Blob([Buffer.from([0xff, 0xfe])]), 'a.bin');
    const { status, body } = await send('/items/notes', form, ADMIN);
    expect([status, body.data]).toMatchObject([200, { title: 'a café & more', stars: 5, tags: ['one', 'two'] }]);
    const signIn = multipart({ email: 'admin@example.com', password: 'Admin-Secret-1' });
    expect((await send('/auth/authenticate', signIn)).body.data).toMatchObject({ token: expect.any(String) });
  });

  it('count as missing, if they are multipart, for other methods and from pages of another origin', async () => {
    const before = await project.digest();
    for (const [method, path, headers] of [
      ['PATCH', '/items/notes/1', ADMIN],
      ['POST', '/items/notes', { ...ADMIN, Origin: 'http://elsewhere.example' }],
    ] as const) {
      const { status, body } = await send(path, multipart({ title: 'x' }), headers, method);
      expect([status, body.error?.code]).toEqual([400, 13]);
    }
    expect(await project.digest()).toBe(before);
  });

  it('are refused if they are multipart and too long, have too many parts, or are broken', async () => {
    const before = await project.digest();
    const type = { ...ADMIN, 'Content-Type': 'multipart/form-data; boundary=b' };
    const part = '--b\r\nContent-Disposition: form-data; name="title"\r\n\r\n';
    const bodies: readonly (readonly [string | Buffer | FormData, Readonly<Record<string, string>>, number])[] = [
      [multipart({ title: 'x'.repeat(1024 * 1024) }), ADMIN, 413],
      [multipart({ title: 'x'.repeat(70_000) }), {}, 413],
      [`${`${part}x\r\n`.repeat(1001)}--b--\r\n`, type, 400],
      [`${part}x`, type, 400],
      [Buffer.concat([Buffer.from(part), Buffer.from([0xff]), Buffer.from('\r\n--b--\r\n')]), type, 400],
      ['', type, 400],
    ];
    for (const [sent, headers, expected] of bodies) {
      const { status, body } = await send('/items/notes', sent, headers);
      expect([status, body.error?.code]).toEqual([expected, 13]);
    }
    expect(await project.digest()).toBe(before);
  });

  it('have a thousand fields at most', async () => {
    const before = await project.digest();
    const answer = await post('/items/notes', 'tags[]=x&'.repeat(1000), ADMIN);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 13]);
    expect(await project.digest()).toBe(before);
  });
});
