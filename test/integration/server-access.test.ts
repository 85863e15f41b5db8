import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SuperAdmin } from '../../src/config/super-admin.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';

const EVIL = 'http://evil.test';
const TOKEN = 'a-token-of-my-own';

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: { readonly data?: unknown; readonly error?: { readonly code: number; readonly message: string } };
}

/** `fetch` would set the headers Host, Origin and Sec-Fetch-Site by itself. */
function ask(
  server: Running,
  { method = 'GET', path = '/server/projects', headers = {}, body }: Asked,
): Promise<Answered> {
  return new Promise((done, fail) => {
    const type = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const sent = request(server.base + path, { method, headers: { ...type, ...headers } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        done({
          status: answer.statusCode ?? 0,
          headers: answer.headers,
          body: text.startsWith('{') ? JSON.parse(text) : {},
        }),
      );
    });
    sent.on('error', fail);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

const projectBody = (key: string, more: object = {}): object => ({
  project: key,
  super_admin_token: TOKEN,
  db_type: 'sqlite',
  db_name: key,
  user_email: 'admin@example.com',
  user_password: 'Admin-Secret-1',
  ...more,
});

const create = (server: Running, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Answered> =>
  ask(server, { method: 'POST', body, headers });

describe('a server whose super admin token is not set', () => {
  let server: Running;
  let port: string;
  beforeAll(async () => {
    server = await startServer({ superAdminToken: null, publicUrl: 'https://cms.example.com' });
    port = new URL(server.base).port;
  });
  afterAll(() => server.stop());

  const isUnclaimed = (): boolean => !existsSync(join(server.data, 'config', '_super-admin'));

  const foreign: readonly [what: string, headers: Readonly<Record<string, string>>][] = [
    ['a page of another origin', { Origin: EVIL }],
    ['a page without an origin', { Origin: 'null' }],
    ['a page of another port', { Origin: 'http://127.0.0.1:1' }],
    ['a page of another site in a browser that sends no origin', { 'Sec-Fetch-Site': 'cross-site' }],
    ['a page of a neighbouring site in such a browser', { 'Sec-Fetch-Site': 'same-site' }],
    ['a name that was given to this machine', { Host: 'evil.test', Origin: EVIL, 'Sec-Fetch-Site': 'same-origin' }],
    ['such a name with a port, without an origin', { Host: 'evil.test:8055' }],
    ['a name that begins like this machine', { Host: 'localhost.evil.test' }],
    ['an address that begins like this machine', { Host: '127.0.0.1.evil.test' }],
  ];

  it.each(foreign)('cannot be claimed through %s', async (_what, headers) => {
    for (const path of ['/server/projects', '/projects']) {
      const {
        status,
        body,
        headers: sent,
      } = await ask(server, { method: 'POST', path, headers, body: projectBody('stolen') });
      expect([status, body.error?.code]).toEqual([403, 10]);
      expect(sent).not.toHaveProperty('access-control-allow-origin');
    }
    const deleted = await ask(server, {
      method: 'DELETE',
      path: `/server/projects/x?super_admin_token=${TOKEN}`,
      headers,
    });
    expect(deleted.status).toBe(403);
    expect((await ask(server, { path: '/server/info', headers })).status).toBe(403);
    expect(isUnclaimed()).toBe(true);
  });

  it.each(['/server/projects', '/server/info', '/server/ping', '/server/nothing'])(
    'lets no page of another origin read %s, nor preflight it',
    async (path) => {
      const read = await ask(server, { path, headers: { Origin: EVIL } });
      expect(read.headers).not.toHaveProperty('access-control-allow-origin');
      for (const method of ['GET', 'POST', 'DELETE']) {
        const headers = { Origin: EVIL, 'Access-Control-Request-Method': method };
        const preflight = await ask(server, { method: 'OPTIONS', path, headers });
        expect(preflight.headers).not.toHaveProperty('access-control-allow-origin');
      }
    },
  );

  it('ignores proxy headers that a page could send as well', async () => {
    const headers = { Host: 'evil.test', 'X-Forwarded-Host': 'localhost' };
    expect((await create(server, projectBody('stolen'), headers)).status).toBe(403);
  });

  it.each(['short', '            ', 'eleven-char'])('does not accept the token %j', async (super_admin_token) => {
    const { status, body } = await create(server, projectBody('short', { super_admin_token }));
    expect([status, body.error?.code]).toEqual([422, 4]);
    expect(body.error?.message).toMatch(/super_admin_token: .*at least 12 characters/);
    expect(isUnclaimed()).toBe(true);
  });

  it('answers under the names of this machine and its public address', async () => {
    for (const Host of [
      'localhost',
      `localhost:${port}`,
      `127.0.0.1:${port}`,
      '[::1]:8055',
      'LOCALHOST',
      'cms.example.com',
    ])
      expect((await ask(server, { path: '/server/info', headers: { Host } })).status).toBe(200);
  });

  it('is claimed by the first creation on this machine, and only once', async () => {
    const body = projectBody('mine');
    const bodies = [
      body,
      ...Array.from({ length: 5 }, (_, index) =>
        projectBody(`other${index}`, { super_admin_token: `another-token-${index}` }),
      ),
    ];
    const statuses = await Promise.all(bodies.map((sent) => create(server, sent, { Origin: server.base })));
    expect(statuses.map(({ status }) => status)).toEqual([200, 401, 401, 401, 401, 401]);
    expect(readFileSync(join(server.data, 'config', '_super-admin'), 'utf8')).not.toContain(TOKEN);
    const deleted = await ask(server, { method: 'DELETE', path: `/server/projects/mine?super_admin_token=${TOKEN}` });
    expect(deleted.status).toBe(204);
    expect((await create(server, projectBody('again', { super_admin_token: 'another-token-9' }))).status).toBe(401);
  });
});

describe('a super admin token', () => {
  it('of a server that strangers can reach, or that generates its own, cannot be claimed', async () => {
    const server = await startServer();
    const file = join(server.data, 'unset');
    expect(new SuperAdmin(file, null, false).isClaimable).toBe(false);
    const reserved = new SuperAdmin(file, null, true);
    reserved.reserve();
    expect(reserved.isClaimable).toBe(false);
    await server.stop();
  });
});

describe('guesses at the super admin token', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
    await create(server, projectBody('there', { super_admin_token: SUPER_ADMIN_TOKEN }));
  });
  afterAll(() => server.stop());

  const guess = (index: number): Promise<Answered> => {
    const token = `guess-number-${index}`;
    const ways: readonly Asked[] = [
      { path: `/server/info?super_admin_token=${token}` },
      { method: 'DELETE', path: `/server/projects/there?super_admin_token=${token}` },
      { method: 'POST', body: projectBody(`g${index}`, { super_admin_token: token }) },
      { method: 'POST', path: '/projects', body: projectBody(`g${index}`, { super_admin_token: token }) },
    ];
    return ask(server, ways[index % ways.length] ?? {});
  };

  it('are refused after some, over all routes together, even if concurrent', async () => {
    const right = `/server/info?super_admin_token=${SUPER_ADMIN_TOKEN}`;
    expect((await guess(0)).status).toBe(401);
    expect((await ask(server, { path: right })).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 100 }, (_, index) => guess(index)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401).length).toBe(20);
    expect(statuses.filter((status) => status === 429).length).toBe(80);
    const late = await ask(server, { path: right });
    expect([late.status, late.body.error?.code]).toEqual([429, 7]);
    expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('pages of other origins', () => {
  let server: Running;
  beforeAll(async () => {
    server = await startServer();
    await create(server, projectBody('open', { super_admin_token: SUPER_ADMIN_TOKEN }));
  });
  afterAll(() => server.stop());

  it('read the list of projects, and nothing that needs the super admin token', async () => {
    const headers = { Origin: EVIL };
    expect((await ask(server, { headers })).headers).toMatchObject({ 'access-control-allow-origin': '*' });
    const path = `/server/info?super_admin_token=${SUPER_ADMIN_TOKEN}`;
    const info = await ask(server, { path, headers });
    expect(info.status).toBe(403);
    expect(info.headers).not.toHaveProperty('access-control-allow-origin');
    const made = await create(server, projectBody('more', { super_admin_token: SUPER_ADMIN_TOKEN }), headers);
    expect(made.status).toBe(403);
    expect(made.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('may read that, and nothing else', async () => {
    const asked = (method: string) => ({ Origin: EVIL, 'Access-Control-Request-Method': method });
    const reading = await ask(server, { method: 'OPTIONS', headers: asked('GET') });
    expect(reading.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET,HEAD',
    });
    const writing = await ask(server, { method: 'OPTIONS', headers: asked('POST') });
    expect(writing.headers).not.toHaveProperty('access-control-allow-origin');
  });

  it('change nothing with a session cookie, even if the browser sends no origin', async () => {
    const email = 'admin@example.com';
    const body = { email, password: 'Admin-Secret-1', mode: 'cookie' };
    const signedIn = await ask(server, { method: 'POST', path: '/open/auth/authenticate', body });
    const Cookie = String(signedIn.headers['set-cookie']).split(';', 1)[0] ?? '';
    const change = async (headers: Readonly<Record<string, string>>): Promise<number> => {
      const sent = { method: 'PATCH', path: '/open/users/1', body: { title: 'x' }, headers: { Cookie, ...headers } };
      return (await ask(server, sent)).status;
    };
    for (const site of ['cross-site', 'same-site']) expect(await change({ 'Sec-Fetch-Site': site })).toBe(403);
    for (const site of ['same-origin', 'none']) expect(await change({ 'Sec-Fetch-Site': site })).toBe(200);
    expect(await change({})).toBe(200);
  });
});

describe('the body that creates a project', () => {
  let server: Running;
  let count = 0;
  beforeAll(async () => {
    server = await startServer();
    for (const [key, storage] of [
      ['taken', { adapter: 's3', key: 'k', secret: 's', bucket: 'one', endpoint: 'http://127.0.0.1:9', root: 'a/b' }],
      ['other', undefined],
    ] as const)
      expect((await attempt({ storage }, key)).status).toBe(200);
  });
  afterAll(() => server.stop());

  const attempt = (more: object, key = `p${count++}`): Promise<Answered> =>
    create(server, projectBody(key, { super_admin_token: SUPER_ADMIN_TOKEN, ...more }));

  const bucket = { adapter: 's3', key: 'k', secret: 's', bucket: 'one', endpoint: 'http://127.0.0.1:9' };

  const refused: readonly [what: string, more: object, complaint: RegExp][] = [
    ['a program', { mail: { transport: 'sendmail', sendmail: '/bin/sh' } }, /mail\.sendmail: Only the file/],
    ['a program in the other form', { mail: { default: { sendmail: '/bin/sh' } } }, /mail\.default\.sendmail/],
    ['a certificate elsewhere', { mail: { transport: 'smtp', ca: '/etc/passwd' } }, /mail\.ca/],
    ['a certificate above', { mail: { default: { ca: 'certs/../../key.pem' } } }, /mail\.default\.ca/],
    ['a certificate of a database elsewhere', { db_ssl_ca: '/etc/passwd' }, /db_ssl_ca/],
    ['the root of the file system', { storage: { adapter: 'local', root: '/' } }, /storage\.root/],
    ['a folder above', { storage: { root: '../..' } }, /storage\.root/],
    ['the folder of configurations', { storage: { root: 'config' } }, /storage\.root/],
    ['the folder of databases', { storage: { thumb_root: 'databases' } }, /storage\.thumb_root/],
    ['the folder of all projects', { storage: { root: 'uploads' } }, /storage\.root/],
    ['the folder of another project', { storage: { root: 'uploads/other/originals' } }, /storage\.root/],
    ['a way out of the own folder', { storage: { root: 'uploads/p0/../other' } }, /storage\.root/],
    ['a storage of another kind', { storage: { adapter: 'azure', root: '/srv' } }, /storage\.root/],
    ['a script as an address', { storage: { root_url: 'javascript:alert(1)' } }, /storage\.root_url/],
    ['the address of another server', { storage: { root_url: '//evil.test' } }, /storage\.root_url/],
    ['a bucket at a file', { storage: { ...bucket, endpoint: 'file:///etc' } }, /storage\.endpoint/],
    ['a short secret', { auth: { secret: 'short' } }, /auth\.secret: .*at least 32 characters/],
    ['a secret that is none', { auth: { secret: ['a', 'b'] } }, /auth\.secret/],
    ['a misspelt key', { cors: { orgin: ['*'] } }, /cors\.orgin: This key is unknown\. Did you mean "origin"\?/],
    ['a misspelt key of limits', { rate_limit: { acount: { limit: 3 } } }, /rate_limit\.acount/],
    ['a misspelt key of cookies', { cookie: { same_sites: 'Lax' } }, /cookie\.same_sites/],
    ['a name with a control character', { project_name: 'A\u0007B' }, /project_name/],
    ['a name that turns around', { project_name: 'A\u202eB' }, /project_name/],
    ['a name with nothing in it to be seen', { project_name: 'A\u200bB' }, /project_name/],
    ['a name of letters that look alike', { project_name: 'Dіrectory' }, /project_name/],
  ];

  it.each(refused)('may not contain %s', async (_what, more, complaint) => {
    const key = `r${count++}`;
    const { status, body } = await attempt(more, key);
    expect([status, body.error?.code]).toEqual([422, 4]);
    expect(body.error?.message).toMatch(complaint);
    expect(existsSync(join(server.data, 'config', `${key}.json`))).toBe(false);
    expect(existsSync(join(server.data, 'databases', `${key}.db`))).toBe(false);
  });

  it.each([
    ['the same beginning of keys', { root: 'a/b' }],
    ['one below', { root: 'a/b/c' }],
    ['one above', { root: 'a' }],
    ['the whole', { root: '/' }],
    ['one for thumbnails', { thumb_root: 'a/b' }],
  ])('may not give a project, of the bucket of another, %s', async (_what, places) => {
    const { status, body } = await attempt({ storage: { ...bucket, ...places } });
    expect([status, body.error?.code]).toEqual([409, 18]);
  });

  it('may not leave its own folder by a link', async () => {
    mkdirSync(join(server.data, 'uploads', 'linked'), { recursive: true });
    symlinkSync(join(server.data, 'uploads', 'other', 'originals'), join(server.data, 'uploads', 'linked', 'files'));
    mkdirSync(join(server.data, 'uploads', 'other', 'originals'), { recursive: true });
    expect((await attempt({ storage: { root: 'uploads/linked/files' } }, 'linked')).status).toBe(409);
  });

  it('accepts its own folder, its own part of a bucket, Directus 8 sections, names in any script', async () => {
    const key = `t${count++}`;
    const own = { adapter: 'local', root: `uploads/${key}/files`, root_url: '/files', version: 'latest' };
    const cache = { enabled: true, response_ttl: 60, pool: { adapter: 'redis', host: '127.0.0.1' } };
    const cors = { enabled: true, origin: ['*'], headers: [], exposed_headers: [], credentials: true };
    const project_name = 'Журнал — Café 雑誌 👩‍🚀';
    const sections = {
      storage: own,
      cache,
      cors,
      cookie: {},
      rate_limit: [],
      project_name,
      mail: { transport: 'smtp' },
    };
    expect(await attempt(sections, key)).toMatchObject({ status: 200 });
    const other = { storage: { ...bucket, root: 'a/bb', thumb_root: 'thumbs' } };
    expect(await attempt({ ...other, auth: { secret: 'x'.repeat(32), public: 'key' } })).toMatchObject({ status: 200 });
  });

  it('gives the project its name, or its key', async () => {
    const nameOf = async (key: string): Promise<unknown> =>
      ((await ask(server, { path: `/${key}` })).body.data as { api: { project_name: unknown } }).api.project_name;
    expect((await attempt({}, 'harbour')).status).toBe(200);
    expect(await nameOf('harbour')).toBe('harbour');
    expect((await attempt({ project_name: 'The Harbour' }, 'quay')).status).toBe(200);
    expect(await nameOf('quay')).toBe('The Harbour');
  });

  it('names an account if the database has accounts', async () => {
    const { status, body } = await attempt({ db_type: 'mysql' });
    expect([status, body.error?.message]).toEqual([422, 'db_user: This value should not be blank.']);
  });
});
