import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered, createTestProject, type TestProject } from '../support/project.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { addPerson, addReader, dataOf, send, tokenOf } from '../support/signing-in.ts';

const outcome = ({ status, body }: Answered): unknown[] => [status, body.error?.code];

const READER = 'reader-static-token';

onEveryEngine('system collections', ({ project }) => {
  let role: number;
  beforeAll(async () => {
    role = await addReader(project, READER);
  });

  it.each([
    ['GET', '/users/99999999999999999999', undefined, [404, 203]],
    ['GET', '/roles/-99999999999999999999', undefined, [404, 203]],
    ['GET', '/users/99999999999999999999/revisions', undefined, [200, undefined]],
    ['PATCH', '/users/99999999999999999999', { title: 'x' }, [404, 203]],
    ['DELETE', '/folders/99999999999999999999', undefined, [404, 203]],
    ['GET', '/permissions/first', undefined, [404, 1]],
    ['PATCH', '/permissions/1,first', { read: 'full' }, [404, 203]],
    ['DELETE', '/permissions/first', undefined, [404, 203]],
    ['PATCH', '/settings/9,22', { value: 'x' }, [422, 4]],
    ['POST', '/settings', [{ key: 'list', value: ['a', 'b'] }], [422, 213]],
    ['POST', '/settings', [{ key: 'object', value: { a: 1 } }], [422, 213]],
    ['POST', '/activity/comment', { collection: 'directus_users', item: '1', comment: 'x', mood: 1 }, [422, 12]],
  ])('leave everything as it was after %s %s %j', async (method, path, body, expected) => {
    const before = await project.digest();
    expect(outcome(await project.ask(method, path, body))).toEqual(expected);
    expect(await project.digest()).toBe(before);
  });

  it('store a single setting of several values, and a list of settings as they are sent', async () => {
    const { id } = dataOf<{ id: number }>(await project.ask('POST', '/settings', { key: 'one', value: ['a', 'b'] }));
    expect((await project.ask('GET', `/settings/${id}`)).body.data).toEqual({ id, key: 'one', value: 'a,b' });
    const sent = [
      { key: 'two', value: '2' },
      { key: 'three', value: null },
    ];
    expect((await project.ask('POST', '/settings?fields=key,value', sent)).body.data).toEqual(sent);
  });

  it.each([
    ['fields=value&filter[key]=default_limit', [{ value: 200 }]],
    ['fields=*,-key,-id&filter[key]=telemetry', [{ value: true }]],
    ['fields=id,value&filter[key]=default_limit&single=1', { id: expect.any(Number), value: 200 }],
  ])(
    'show the values of settings in their types, whether or not their keys are requested: %s',
    async (query, shown) => {
      expect(await project.read(`/settings?${query}`)).toEqual(shown);
    },
  );

  it('let only administrators delete the preset of a role', async () => {
    const rows = `filter[role]=${role}&filter[collection]=directus_collection_presets`;
    const preset = { collection: 'directus_files', role };
    const ids: number[] = [];
    for (const user of [null, 2])
      ids.push(
        (await project.write<{ id: number }>('POST', '/collection_presets', { ...preset, user, title: `of ${user}` }))
          .id,
      );
    const [row] = await project.read<{ id: number }[]>(`/permissions?${rows}`);
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full', update: 'full', delete: 'full' });
    const before = await project.digest();
    for (const id of ids)
      expect(outcome(await project.ask('DELETE', `/collection_presets/${id}`, undefined, READER))).toEqual([403, 10]);
    expect(await project.digest()).toBe(before);
    await project.write('PATCH', `/collection_presets/${ids[0]}`, { role: null });
    expect((await project.ask('DELETE', `/collection_presets/${ids[0]}`, undefined, READER)).status).toBe(204);
    expect((await project.ask('DELETE', `/collection_presets/${ids[1]}`)).status).toBe(204);
  });

  it('take me for the caller among several keys, too', async () => {
    const [me] = await project.read<{ id: number }[]>('/users?filter[email]=admin@example.com&fields=id');
    const other = await addPerson(project, 'ravi');
    const both = [me?.id, other.id].map((id) => ({ id, title: 'Both' }));
    expect(await project.write('PATCH', `/users/me,${other.id}?fields=id,title`, { title: 'Both' })).toEqual(both);
    expect(await project.read(`/users/${other.id},me?fields=id,title`)).toEqual(both);
    expect(await project.read(`/users/me,${me?.id}?fields=id`)).toEqual([{ id: me?.id }]);
    const before = await project.digest();
    expect(outcome(await project.ask('DELETE', `/users/${other.id},me`))).toEqual([403, 216]);
    expect(outcome(await project.ask('PATCH', `/users/${other.id},me`, { title: 'x' }, null))).toEqual([404, 203]);
    expect(outcome(await project.ask('GET', `/users/${other.id},me`, undefined, null))).toEqual([401, 3]);
    expect(await project.digest()).toBe(before);
  });

  it('answer lists of setting fields like every other list', async () => {
    const { body } = await project.ask('GET', '/settings/fields?meta=*&limit=1&fields=field');
    expect(body.meta).toMatchObject({ result_count: 1, page: 1, links: { self: expect.stringMatching(/fields$/) } });
  });

  it('name the collection when they deny the deletion of a folder that the caller may not see', async () => {
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[role]=${role}&filter[collection]=directus_folders`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'none', update: 'none', delete: 'none' });
    const { id } = await project.write<{ id: number }>('POST', '/folders', { name: 'Kept' });
    const byGuest = await project.ask('DELETE', `/folders/${id}`, undefined, READER);
    const byPublic = await project.ask('DELETE', `/folders/${id}`, undefined, null);
    expect([byGuest, byPublic].map(({ status, body }) => [status, body.error])).toEqual([
      [403, { code: 300, message: 'Reading items from "directus_folders" collection was denied' }],
      [403, { code: 303, message: 'Deleting item from "directus_folders" collection was denied' }],
    ]);
    expect(await project.read(`/folders/${id}`)).toMatchObject({ id });
  });

  it('find SCIM resources by their identifier and by their key', async () => {
    const erin = await addPerson(project, 'erin');
    const users = dataOf<{ external_id: string }>(await project.ask('GET', `/users/${erin.id}`));
    for (const [type, filter] of [
      ['Users', `id eq ${erin.id}`],
      ['Users', `id eq "${users.external_id}"`],
      ['Groups', `id eq "${erin.role}"`],
    ]) {
      const { body } = await project.ask('GET', `/scim/v2/${type}?filter=${encodeURIComponent(filter ?? '')}`);
      expect([filter, body.totalResults]).toEqual([filter, 1]);
    }
  });
});

describe('a request', () => {
  let server: Running;
  let project: TestProject;
  beforeAll(async () => {
    server = await startServer();
    project = await createTestProject(server, { db_type: 'sqlite' });
  });
  afterAll(() => server?.stop());

  const create = async (path: string, changed: object): Promise<unknown[]> => {
    const body = {
      project: `made-${process.hrtime.bigint().toString(36)}`,
      super_admin_token: SUPER_ADMIN_TOKEN,
      db_type: 'sqlite',
      db_name: `made-${process.hrtime.bigint().toString(36)}`,
      db_user: 'x',
      user_email: 'a@example.com',
      user_password: 'Secret-1',
      ...changed,
    };
    const answer = await fetch(server.base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { error, ...rest } = (await answer.json()) as { readonly error?: { readonly code: number } };
    return [answer.status, error ? error.code : rest];
  };

  it('creates a project at its former path too', async () => {
    expect(await create('/projects', {})).toEqual([200, { public: true }]);
    expect(await create('/projects', { project: project.key })).toEqual([409, 18]);
    expect((await fetch(`${server.base}/projects`)).status).toBe(405);
  });

  it('that creates a project is parsed as a whole', async () => {
    expect(await create('/server/projects', { logs_path: 5 })).toEqual([422, 4]);
    expect(await create('/server/projects', { super_admin_token: 5 })).toEqual([401, 3]);
    expect(await create('/server/projects', { super_admin_token: { a: 1 } })).toEqual([401, 3]);
  });

  it("for a project's resources names it by a token that was issued there, by a header or by the query", async () => {
    await addPerson(project, 'erin');
    const jwt = await tokenOf(server, project, 'erin');
    const named = { 'X-Directus-Project': project.key };
    const asked = async (headers: Readonly<Record<string, string>>, query = ''): Promise<number> =>
      (await fetch(`${server.base}/interfaces${query}`, { headers })).status;
    expect(await asked({ Authorization: `Bearer ${jwt}` })).toBe(200);
    expect(await asked(named, `?access_token=${ADMIN_TOKEN}`)).toBe(200);
    expect(await asked({ ...named, Authorization: `Bearer ${ADMIN_TOKEN}` })).toBe(200);
    expect(await asked({ Authorization: `Bearer ${ADMIN_TOKEN}` }, `?project=${project.key}`)).toBe(200);
    expect(await asked({ ...named, Authorization: 'Bearer nobody-has-this' })).toBe(401);
  });

  it.each([[''], [null], [[]]])('to refresh %j lacks the token', async (token) => {
    expect(outcome(await project.ask('POST', '/auth/refresh', { token }, null))).toEqual([422, 4]);
  });

  it('to hash may set its cost, within limits', async () => {
    const hash = (options: unknown): Promise<Answered> =>
      project.ask('POST', '/utils/hash', { string: 'x', options }, null);
    const { hash: cheap } = dataOf<{ hash: string }>(await hash({ cost: '5' }));
    expect(cheap).toMatch(/^\$2y\$05\$/);
    expect((await project.ask('POST', '/utils/hash/match', { string: 'x', hash: cheap })).body.data).toEqual({
      valid: true,
    });
    for (const options of [undefined, null, 'fast', {}, { cost: null }])
      expect(dataOf<{ hash: string }>(await hash(options)).hash).toMatch(/^\$2y\$10\$/);
    for (const cost of [3, 13, 31, 10.5, 'much', [5]]) expect(outcome(await hash({ cost }))).toEqual([422, 4]);
  });

  it('to reset a password with the token of another project is told so', async () => {
    const payload = { type: 'reset_password', id: 1, exp: 4_102_444_800, key: 'another', project: 'another' };
    const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ typ: 'JWT', alg: 'HS256' })}.${part(payload)}.${part({})}`;
    const answer = await send(server, project, 'POST', '/auth/password/reset', { body: { token, password: 'x' } });
    expect(outcome(answer)).toEqual([401, 101]);
  });
});
