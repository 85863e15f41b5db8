import { describe, expect, it } from 'vitest';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, createTestProject } from '../support/project.ts';
import { RawClient } from '../support/raw-client.ts';
import { requestRaw } from '../support/raw-request.ts';
import { addPerson, cookieOf } from '../support/signing-in.ts';

const { server, project } = harnessOn('sqlite');

describe('a request that cannot be answered', () => {
  it('whose body is too large is 413 with the limit in its message', async () => {
    const { status, body } = await project.ask('POST', '/roles', `{"name":"${'x'.repeat(33 * 1024 * 1024)}"}`);
    expect(status).toBe(413);
    expect(body.error).toMatchObject({ code: 13, message: expect.stringMatching(/33554432 bytes/) });
  });

  it.each(['%E0%A4%A', '%FF', '100%', '%C0%AE', '%zz'])(
    'with %s in its path treats it as part of a name',
    async (name) => {
      const refusal = async (path: string) => {
        const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
        const { status, body } = await requestRaw(server.base, path, { headers });
        return [status, JSON.parse(body.toString()).error.code];
      };
      expect(await refusal(`/${project.key}/items/${name}`)).toEqual(await refusal(`/${project.key}/items/nothing`));
      expect(await refusal(`/${project.key}/users/${name}`)).toEqual(await refusal(`/${project.key}/users/nobody`));
      expect(await refusal(`/${project.key}/${name}`)).toEqual([404, 1]);
      expect(await refusal(`/nobody/${name}`)).toEqual([401, 3]);
      expect(await refusal(`/${name}/items`)).toEqual([401, 3]);
    },
  );

  it('below an unknown project is unauthorized, whatever its method and path', async () => {
    for (const [method, path] of [
      ['GET', '/nobody/'],
      ['PUT', '/nobody/items/x'],
      ['DELETE', '/nobody/a/b/c/d'],
    ] as const) {
      const answer = await fetch(server.base + path, { method });
      expect([method, path, answer.status]).toEqual([method, path, 401]);
    }
  });

  it('with an unsupported method is 405, with an unknown path 404', async () => {
    expect((await project.ask('PUT', '/items/notes/1')).status).toBe(405);
    expect((await project.ask('DELETE', '/users')).status).toBe(405);
    expect((await project.ask('GET', '/users/')).status).toBe(404);
    expect((await project.ask('GET', '/items')).status).toBe(404);
  });

  it('with a method or a content type that the framework refuses still gets 405 or 404 first', async () => {
    const asked = (method: string, path: string, headers: Readonly<Record<string, string>>) =>
      requestRaw(server.base, `/${project.key}${path}`, { method, headers });
    const query = await asked('QUERY', '/items/notes', {});
    expect([query.status, JSON.parse(query.body.toString()).error.code, query.headers.allow]).toEqual([
      405,
      6,
      'GET, HEAD, OPTIONS, PATCH, POST',
    ]);
    const typed = { 'Content-Type': 'json', 'Content-Length': '0' };
    expect((await asked('POST', '/items', typed)).status).toBe(404);
  });

  it('because no address can have its host says so, also for a change with a cookie', async () => {
    await addPerson(project, 'erin');
    const cookie = await cookieOf(server, project, 'erin');
    const headers = { Cookie: cookie, Origin: 'https://evil.example' };
    for (const Host of ['%', 'a b', '[::1', 'a:99999', 'xn--a'])
      for (const method of ['GET', 'POST']) {
        const { status, body } = await requestRaw(server.base, `/${project.key}/folders`, {
          method,
          headers: { ...headers, Host },
        });
        expect([Host, method, status, JSON.parse(body.toString()).error.code]).toEqual([Host, method, 400, 2]);
      }
    const { status } = await requestRaw(server.base, `/${project.key}/folders`, { method: 'POST', headers });
    expect(status).toBe(403);
  });

  it('because of an unknown Expect header is answered anyway', async () => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, Expect: 'foo' };
    const known = await requestRaw(server.base, `/${project.key}/users/me?fields=id`, { headers });
    expect([known.status, known.body.toString()]).toEqual([200, '{"data":{"id":1}}']);
    const unknown = await requestRaw(server.base, `/${project.key}/nothing`, { headers });
    expect([unknown.status, JSON.parse(unknown.body.toString()).error.code]).toEqual([404, 1]);
  });

  it('of HTTP/1.0 that names no host gets the answer of any other', async () => {
    await addPerson(project, 'ravi');
    const cookie = await cookieOf(server, project, 'ravi');
    const asked = async (line: string, body = ''): Promise<number> => {
      const head = `${line} HTTP/1.0\r\nCookie: ${cookie}\r\nContent-Type: application/json\r\n`;
      const client = new RawClient(server.base);
      return (await client.write(`${head}Content-Length: ${body.length}\r\n\r\n${body}`).answer()).status;
    };
    expect(await asked('GET /server/ping')).toBe(200);
    expect(await asked(`GET /${project.key}/users/me`)).toBe(200);
    expect(await asked(`PATCH /${project.key}/users/me/tracking/page`, '{"last_page":"/x"}')).toBe(200);
  });

  it('while another project gets the same request: their plans and callers never mix', async () => {
    const other = await createTestProject(server, { db_type: 'sqlite' });
    await project.ask('PATCH', '/users/1', { title: 'of the first' });
    await other.ask('PATCH', '/users/1', { title: 'of the second' });
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 ? project : other).ask('GET', '/users/1?fields=title')),
    );
    answers.forEach(({ body }, index) => {
      expect(body.data).toEqual({ title: index % 2 ? 'of the first' : 'of the second' });
    });
    await other.remove();
  });
});

describe('an error says what its caller probably got wrong', () => {
  const messageOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const { error } = (await (await fetch(server.base + path, { headers })).json()) as { error: { message: string } };
    return error.message;
  };

  it('if a path names no project, forgets "items", or belongs to a project without naming one', async () => {
    expect(await messageOf('/nobody/items/notes')).toMatch(/^Unauthorized request\. .*no project "nobody"/);
    expect(await messageOf('/nobody')).toMatch(/no project "nobody"/);
    expect(await messageOf(`/${project.key}/notes/1`)).toMatch(`/${project.key}/items/notes`);
    expect(await messageOf(`/${project.key}/items`)).toBe('Not Found');
    expect(await messageOf('/interfaces')).toMatch(/X-Directus-Project/);
    expect(await messageOf(`/${'x'.repeat(70)}/items/notes`)).toBe('Unauthorized request');
  });

  it('if the word Bearer is missing before a token', async () => {
    const path = `/${project.key}/users`;
    for (const Authorization of [ADMIN_TOKEN, `Token ${ADMIN_TOKEN}`, `Bearer${ADMIN_TOKEN}`, 'Bearer'])
      expect(await messageOf(path, { Authorization })).toMatch(/"Bearer <token>"/);
    expect(await messageOf(path, { Authorization: 'Bearer nobodys' })).not.toMatch(/"Bearer <token>"/);
    expect(await messageOf(path)).not.toMatch(/Bearer/);
  });
});

describe('a project', () => {
  it('is found without a slash after its key, too', async () => {
    const [bare, usual] = [await project.ask('GET', ''), await project.ask('GET', '/')];
    expect(bare).toMatchObject({ status: 200, body: usual.body });
    expect((await project.ask('GET', '?fields=x', undefined, null)).body).toHaveProperty('public', true);
    expect((await project.ask('DELETE', '')).status).toBe(405);
  });

  it('is found by an absolute URL, whose host replaces the header', async () => {
    const path = `/${project.key}/roles?fields=id&limit=1&meta=page`;
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, Host: 'other.example' };
    const { status, body } = await requestRaw(server.base, `http://site.example${path}`, { headers });
    const { meta, data } = JSON.parse(body.toString());
    expect([status, data, meta.links.self]).toEqual([200, [{ id: 1 }], `http://site.example/${project.key}/roles`]);
    const ping = await requestRaw(server.base, 'http://site.example/server/ping', { headers });
    expect(ping.body.toString()).toBe('pong');
  });

  it('is found behind several slashes, which clients of a server whose address ends with one send', async () => {
    const ask = async (path: string, method = 'GET') => {
      const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
      const { status, body } = await requestRaw(server.base, path, { method, headers });
      return [status, body.toString()];
    };
    const reads = [`/${project.key}/`, `/${project.key}/users/me?fields=id`, `/${project.key}/roles`, '/server/ping'];
    for (const path of reads) {
      const plain = await ask(path);
      expect(plain[0]).toBe(200);
      // Twice, because requests by known clients take another way.
      for (const _ of [1, 2]) expect(await ask(`/${path}`)).toEqual(plain);
    }
    expect(await ask(`//${project.key}/users`, 'OPTIONS')).toEqual([200, '']);
    expect((await ask(`//${project.key}/nothing`))[0]).toBe(404);
    expect((await ask(`/${project.key}//roles`))[0]).toBe(404);
    expect((await ask('//nobody/roles'))[0]).toBe(401);
  });

  it('is named by the query or a header, or is the only one, for the bearer of a static token', async () => {
    const statusOf = async (path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> =>
      (await fetch(server.base + path, { headers: { Authorization: `Bearer ${ADMIN_TOKEN}`, ...headers } })).status;
    const lists = ['/interfaces', '/layouts', '/modules', '/types'];
    for (const list of lists) expect(await statusOf(list)).toBe(200);
    const other = await createTestProject(server, { db_type: 'sqlite' });
    for (const list of lists) {
      expect(await statusOf(`${list}?project=${project.key}`)).toBe(200);
      expect(await statusOf(list, { 'X-Directus-Project': project.key })).toBe(200);
      expect(await statusOf(list)).toBe(401);
      expect(await statusOf(`${list}?project=${project.key}`, { Authorization: 'Bearer nobodys' })).toBe(401);
    }
    await other.remove();
  });
});

describe('creating projects', () => {
  it('with one key in parallel creates one, and with the database of another none', async () => {
    const body = (key: string, name: string) => ({
      project: key,
      db_name: name,
      db_user: 'x',
      super_admin_token: 'conformance-super-admin-token',
      user_email: 'a@example.com',
      user_password: 'x',
    });
    const create = (key: string, name: string): Promise<number> =>
      fetch(`${server.base}/server/projects`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(body(key, name)),
      }).then((answer) => answer.status);
    const statuses = await Promise.all(Array.from({ length: 20 }, () => create('raced', 'raced')));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(19);
    expect(await create('thief', 'raced')).toBe(409);
    expect(await create('thief', '../raced')).toBe(422);
  });
});
