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

  const post = async (path: string, form: string, headers = {}) => {
    const answer = await fetch(`${own}/${project.key}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8', ...headers },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, Record<string, unknown>> };
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

  it('have a thousand fields at most', async () => {
    const before = await project.digest();
    const answer = await post('/items/notes', 'tags[]=x&'.repeat(1000), ADMIN);
    expect([answer.status, answer.body.error?.code]).toEqual([400, 13]);
    expect(await project.digest()).toBe(before);
  });
});
