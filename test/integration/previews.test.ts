import { beforeAll, expect, it, vi } from 'vitest';
import { issueToken } from '../../src/auth/tokens.ts';
import { safeQuery } from '../../src/http/hooks/log.ts';
import { id } from '../support/fields.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ANN, addPosts, BEN, type Posts } from '../support/posts.ts';
import { ADMIN_TOKEN, answered, type Payload } from '../support/project.ts';
import { addPerson, tokenOf } from '../support/signing-in.ts';

interface Grant {
  readonly token: string;
  readonly url: string | null;
}

const ADDRESS = 'https://www.example.com/{{state}}/{{ title }}?preview={{token}}';
const ENDED = { status: 403, code: 117 };

onEveryEngine('previews of items', ({ project }) => {
  let posts: Posts;
  let item: number;
  const path = (): string => `/items/posts/${item}`;

  beforeAll(async () => {
    posts = await addPosts(project);
    const note = { words: 'A note' };
    const body = { title: 'a b/ü&c', secret: 'not for members', state: 'open', notes: [note] };
    item = (await project.write<{ id: number }>('POST', '/items/posts', body)).id;
    await project.write('POST', '/items/posts', { title: 'another' });
  });

  const set = async (address: string | null, token: string | null = ADMIN_TOKEN, name = 'posts') => {
    const { status, body } = await project.ask('PATCH', `/previews/${name}`, { address }, token);
    return { status, code: body.error?.code };
  };
  const grant = async (token: string = ANN, wanted: Payload = { collection: 'posts', item }): Promise<Grant> => {
    const { status, text, body } = await project.ask('POST', '/previews', wanted, token);
    expect(status, text).toBe(200);
    return body.data as Grant;
  };
  const read = async (at: string, preview: string, method = 'GET') => {
    const response = await project.fetch(method, at, method === 'GET' ? undefined : {}, { 'Octavo-Preview': preview });
    return { ...answered(response.status, await response.text()), caching: response.headers.get('cache-control') };
  };
  const refused = async (at: string, preview: string, method = 'GET') => {
    const { status, body } = await read(at, preview, method);
    return { status, code: body.error?.code };
  };

  it('lead to the address of the collection, with what the issuer sees filled in', async () => {
    expect((await grant()).url).toBeNull();
    expect(await set(ADDRESS)).toMatchObject({ status: 200 });
    const { url, token } = await grant();
    expect(url).toBe(`https://www.example.com/open/a%20b%2F%C3%BC%26c?preview=${encodeURIComponent(token)}`);
    expect((await project.ask('GET', '/previews', undefined, ANN)).body.data).toEqual([
      { collection: 'posts', address: ADDRESS },
    ]);
    await set('https://www.example.com/?a={{secret}}&preview={{token}}');
    const hidden = await grant();
    expect(hidden.url).toBe(`https://www.example.com/?a=&preview=${encodeURIComponent(hidden.token)}`);
    await set(null);
    expect((await project.ask('GET', '/previews', undefined, ANN)).body.data).toEqual([]);
  });

  it.each([
    'javascript:alert(1)//{{token}}',
    'data:text/html,{{token}}',
    'http://www.example.com/{{token}}',
    'https://user:word@www.example.com/{{token}}',
    'https://{{title}}.example.com/{{token}}',
    'https://www.example.com;script-src/{{token}}',
    "https://www.example.com'/{{token}}",
    'https://www.example.com *.evil.example/{{token}}',
    '//www.example.com/{{token}}',
    'https://www.example.com/',
    'https://www.example.com/{{token}}/{{token}}',
    'https://www.example.com/{{nothing}}/{{token}}',
    `https://www.example.com/{{token}}${'x'.repeat(1000)}`,
  ])('have no address like %s', async (address) => {
    expect(await set(address)).toEqual({ status: 422, code: 4 });
  });

  it('have addresses that administrators set, for collections that exist', async () => {
    expect(await set(ADDRESS, ANN)).toMatchObject({ status: 401, code: 3 });
    expect(await set(ADDRESS, null)).toMatchObject({ status: 401, code: 3 });
    expect(await set(ADDRESS, ADMIN_TOKEN, 'nothing')).toEqual({ status: 404, code: 200 });
    expect(await set('https://x.example/{{token}}', ADMIN_TOKEN, 'directus_users')).toEqual({ status: 422, code: 4 });
    expect(await set('http://127.0.0.1:3000/{{token}}')).toMatchObject({ status: 200 });
    expect(await set(null)).toMatchObject({ status: 200 });
  });

  it("show the item with the issuer's rights, by header and by parameter, and are not cached", async () => {
    const { token } = await grant();
    const seen = await read(`${path()}?fields=*,notes.words`, token);
    expect([seen.status, seen.caching]).toEqual([200, 'no-store']);
    expect(seen.body.data).toMatchObject({ id: item, state: 'open', notes: [{ words: 'A note' }] });
    expect(seen.body.data).not.toHaveProperty('secret');
    const asked = await project.ask('GET', `${path()}?preview=${token}`, undefined, null);
    expect(asked.body.data).toMatchObject({ id: item });
    expect((await project.ask('GET', path(), undefined, null)).status).toBe(404);
    expect((await read(path(), (await grant(ADMIN_TOKEN)).token)).body.data).toHaveProperty(
      'secret',
      'not for members',
    );
  });

  it('show nothing else: no other item, list, collection, file or user, and no write', async () => {
    const { token } = await grant(ADMIN_TOKEN);
    expect(await refused(`/items/posts/${item + 1}`, token)).toEqual(ENDED);
    expect(await refused(`/items/posts/${item},${item + 1}`, token)).toEqual(ENDED);
    expect(await refused(`/items/posts/0${item}`, token)).toEqual(ENDED);
    expect(await refused(`/items/notes/${item}`, token)).toEqual(ENDED);
    expect((await project.ask('GET', `/items/posts/${item + 1}?preview=${token}`, undefined, null)).status).toBe(403);
    const other = { status: 403, code: 10 };
    for (const at of ['/items/posts', '/users/me', '/files', '/collections', '/permissions/me', `${path()}/revisions`])
      expect([at, await refused(at, token)]).toEqual([at, other]);
    for (const method of ['PATCH', 'DELETE']) expect(await refused(path(), token, method)).toEqual(other);
    for (const at of ['/items/posts', '/gql', '/auth/view-as', '/previews', '/tasks'])
      expect([at, await refused(at, token, 'POST')]).toEqual([at, other]);
    expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
    expect((await project.ask('GET', path(), undefined, token)).status).toBe(404);
    expect((await project.ask('POST', '/auth/refresh', { token }, null)).status).toBe(401);
  });

  it('are refused by every other route of the documents, whoever sends them', async () => {
    const { token } = await grant(ADMIN_TOKEN);
    const { paths } = JSON.parse(await (await project.fetch('GET', '/openapi.json')).text()) as {
      paths: Record<string, Record<string, unknown>>;
    };
    const routes = Object.entries(paths).flatMap(([at, methods]) => Object.keys(methods).map((method) => [method, at]));
    expect(routes.length).toBeGreaterThan(60);
    const answers: string[] = [];
    for (const [method = '', template = ''] of routes) {
      const at = template.replace(/^\/\{project\}/, '').replace(/\{[^}]+\}/g, '999');
      const { status } = await project.fetch(method.toUpperCase(), at, undefined, { 'Octavo-Preview': token });
      if (status !== 403 && status !== 404) answers.push(`${method} ${template}: ${status}`);
    }
    expect(answers).toEqual([]);
  });

  it('do not bypass what is cached for others, and leave nothing in caches', async () => {
    await project.write('POST', '/permissions', { collection: 'teams', role: 2, read: 'full' });
    const team = (await project.write<{ id: number }>('POST', '/items/teams', { name: 'one' })).id;
    const [{ token }, wrong] = [await grant(), await grant()];
    for (let turn = 0; turn < 3; turn++) {
      expect((await project.ask('GET', `/items/teams/${team}`, undefined, null)).status).toBe(200);
      expect(await refused(`/items/teams/${team}`, wrong.token)).toEqual(ENDED);
      expect((await read(path(), token)).status).toBe(200);
      expect((await project.ask('GET', path(), undefined, null)).status).toBe(404);
    }
  });

  it('end with the account, the rights, the item or the time', async () => {
    const { token } = await grant(BEN);
    const seen = async (): Promise<number> => (await read(path(), token)).status;
    expect(await seen()).toBe(200);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'suspended' });
    expect(await refused(path(), token)).toEqual(ENDED);
    await project.write('PATCH', `/users/${posts.ben}`, { status: 'active' });
    expect(await seen()).toBe(200);
    const [row] = await project.read<{ id: number }[]>(
      `/permissions?filter[collection]=posts&filter[role]=${posts.role}&fields=id`,
    );
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'mine' });
    expect([403, 404]).toContain(await seen());
    await project.write('PATCH', `/permissions/${row?.id}`, { read: 'full' });
    const { issuer } = await project.opened();
    const claims = { id: 1, external_id: 'of somebody else', api_key: null, collection: 'posts', item: String(item) };
    const mine = { ...claims, external_id: null };
    const late = await issueToken(issuer, 'preview', mine, 10, new Date(Date.now() - 11 * 60_000));
    expect(await refused(path(), late)).toEqual(ENDED);
    expect(await refused(path(), await issueToken(issuer, 'preview', claims, 10, new Date()))).toEqual(ENDED);
    for (const purpose of ['view', 'auth', 'request_token'] as const)
      expect(await refused(path(), await issueToken(issuer, purpose, claims, 10, new Date()))).toEqual(ENDED);
    for (const forged of ['x', `${token}x`, ANN]) expect(await refused(path(), forged)).toEqual(ENDED);
  });

  it('appear in no log and in no list of failed requests', async () => {
    const { token } = await grant();
    expect(safeQuery(`/items/posts/1?preview=${token}`)).toBe('preview=*');
    expect((await project.ask('GET', `/items/posts/999999?preview=${token}`, undefined, null)).status).toBe(403);
    await vi.waitFor(
      async () => expect(JSON.stringify(await project.read('/failures'))).toContain('/items/posts/999999'),
      { timeout: 10_000, interval: 20 },
    );
    expect(JSON.stringify(await project.read('/failures'))).not.toContain(token.slice(0, 30));
  });

  it('show one item even if its key looks like several', async () => {
    const key = {
      field: 'code',
      type: 'string',
      datatype: 'VARCHAR',
      length: 20,
      primary_key: true,
      interface: 'text-input',
    };
    await project.write('POST', '/collections', { collection: 'codes', fields: [key] });
    await project.write('POST', '/items/codes', [{ code: 'a' }, { code: 'b' }, { code: 'a,b' }]);
    const { token } = await grant(ADMIN_TOKEN, { collection: 'codes', item: 'a,b' });
    expect(await refused('/items/codes/a,b', token)).toEqual(ENDED);
  });

  it('are issued to those who may read the item, but not with a limited API key', async () => {
    const asked = async (wanted: Payload, token: string | null) => {
      const { status, body } = await project.ask('POST', '/previews', wanted, token);
      return { status, code: body.error?.code };
    };
    const { body } = await project.ask('POST', '/users/me/keys', { name: 'reads', read_only: true }, ANN);
    const { key } = body.data as { key: string };
    expect(await asked({ collection: 'posts', item }, key)).toEqual({ status: 403, code: 10 });
    expect(await asked({ collection: 'posts', item }, null)).toEqual({ status: 401, code: 108 });
    expect(await asked({ collection: 'posts', item: 999_999 }, ANN)).toEqual({ status: 404, code: 203 });
    expect(await asked({ collection: 'nothing', item }, ANN)).toEqual({ status: 404, code: 200 });
    expect(await asked({ collection: 'directus_users', item: 1 }, ADMIN_TOKEN)).toEqual({ status: 422, code: 4 });
  });

  it('are removed with their collection', async () => {
    const make = () => project.write('POST', '/collections', { collection: 'passing', fields: [id] });
    await make();
    expect(await set('https://old.example/{{token}}', ADMIN_TOKEN, 'passing')).toMatchObject({ status: 200 });
    await project.write('DELETE', '/collections/passing');
    await make();
    await vi.waitFor(async () => expect(await project.read('/previews')).toEqual([]), {
      timeout: 10_000,
      interval: 20,
    });
  });

  it('end with the session in which they were issued, but not with other sessions', async () => {
    const erin = await addPerson(project, 'erin');
    const rights = { role: erin.role, collection: 'posts', read: 'full', status: null };
    await project.write('POST', '/permissions', rights);
    const signedIn = async (): Promise<string> => tokenOf(project.server, project, 'erin');
    const [one, other] = [await signedIn(), await signedIn()];
    const [ending, lasting] = [await grant(one), await grant(other)];
    expect((await read(path(), ending.token)).status).toBe(200);
    expect((await project.ask('POST', '/auth/logout', {}, one)).status).toBeLessThan(300);
    expect(await refused(path(), ending.token)).toEqual(ENDED);
    expect((await read(path(), lasting.token)).status).toBe(200);
  });
});
