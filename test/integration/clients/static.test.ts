import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { startServer } from '../../support/running.ts';
import { temporaryFolder } from '../../support/server-process.ts';

const folder = temporaryFolder();
const app = join(folder.path, 'app');
const SECRET = 'nobody may read this';
const { server, project, prepare } = harnessOn('sqlite');
let admin: AppClient;

function put(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

prepare(() => {
  put(folder.path, 'secret.txt', SECRET);
  put(app, 'index.html', '<!doctype html><title>app</title>');
  put(app, 'js/app.0a1b2c3d.js', 'run();');
  put(app, 'css/app.css', 'body {}');
  put(app, 'empty.txt', '');
  put(app, '.env', SECRET);
  symlinkSync(join(folder.path, 'secret.txt'), join(app, 'link.txt'));
  symlinkSync(folder.path, join(app, 'up'));
  return { server: { adminApp: app } };
});
beforeAll(async () => {
  admin = new AppClient(server.base, project.key);
  await admin.signIn('admin@example.com', 'Admin-Secret-1');
});
afterAll(() => folder.remove());

const get = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(server.base + path, { headers, redirect: 'manual' });

async function getRaw(path: string): Promise<{ readonly status: number; readonly text: string }> {
  const { status, body } = await requestRaw(server.base, path);
  return { status, text: body.toString() };
}

const OUTSIDE = [
  '../secret.txt',
  '..%2fsecret.txt',
  '%2e%2e/secret.txt',
  '..%5csecret.txt',
  'js/../../secret.txt',
  '.env',
];
const ESCAPES = [...OUTSIDE, 'link.txt', 'up/secret.txt', '%00', 'index.html%00.txt', '/etc/passwd', 'js'];

describe('the admin app', () => {
  it('is where the root leads to', async () => {
    expect((await get('/')).headers.get('location')).toBe('./admin/');
    const answer = await get('/admin');
    expect([answer.status, answer.headers.get('location')]).toEqual([302, './admin/']);
  });

  it('is served with types that browsers accept', async () => {
    for (const [path, type] of [
      ['/admin/', 'text/html; charset=utf-8'],
      ['/admin/index.html', 'text/html; charset=utf-8'],
      ['/admin/js/app.0a1b2c3d.js', 'text/javascript; charset=utf-8'],
      ['/admin/css/app.css?v=1', 'text/css; charset=utf-8'],
      ['/admin/empty.txt', 'text/plain; charset=utf-8'],
    ] as const) {
      const answer = await get(path);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, type]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect((await answer.text()).length).toBe(Number(answer.headers.get('content-length')));
    }
    expect(await (await get('/admin/')).text()).toContain('<title>app</title>');
  });

  it("is shown in no foreign frame, and may load its users' resources", async () => {
    const policy = (await get('/admin/')).headers.get('content-security-policy');
    expect(policy).toContain("frame-ancestors 'self'");
    expect(policy).not.toMatch(/script-src|default-src|connect-src|img-src/);
  });

  it('is revalidated only if it may have changed', async () => {
    expect((await get('/admin/')).headers.get('cache-control')).toBe('no-cache');
    expect((await get('/admin/js/app.0a1b2c3d.js')).headers.get('cache-control')).toContain('immutable');
    const { headers } = await get('/admin/');
    const [tag, date] = [headers.get('etag') ?? '', headers.get('last-modified') ?? ''];
    expect((await get('/admin/', { 'If-None-Match': tag })).status).toBe(304);
    expect((await get('/admin/', { 'If-Modified-Since': date })).status).toBe(304);
    expect((await get('/admin/', { 'If-None-Match': '"other"', 'If-Modified-Since': date })).status).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const answer = await fetch(`${server.base}/admin/`, { method: 'HEAD' });
    expect([answer.status, await answer.text()]).toEqual([200, '']);
  });

  it.each(ESCAPES)('does not lead out of its folder: %s', async (path) => {
    const { status, text } = await getRaw(`/admin/${path}`);
    expect([400, 401, 404]).toContain(status);
    expect(text).not.toContain(SECRET);
    expect(JSON.parse(text).error.code).toEqual(expect.any(Number));
  });

  it('does not exist unless a folder is configured', async () => {
    const other = await startServer();
    try {
      const answer = await fetch(`${other.base}/admin/`);
      expect([answer.status, await answer.json()]).toMatchObject([401, { error: { code: 3 } }]);
    } finally {
      await other.stop();
    }
  });
});

describe('extensions of the app', () => {
  beforeAll(() => {
    const extensions = join(server.data, 'extensions');
    const meta = { id: 'ignored', name: 'Rating', version: '1.0.0', types: ['integer'], icon: 'star' };
    put(extensions, 'custom/interfaces/rating/meta.json', JSON.stringify(meta));
    put(extensions, 'custom/interfaces/rating/input.js', 'stars();');
    put(extensions, 'custom/interfaces/broken/meta.json', '{');
    put(extensions, 'custom/interfaces/_draft/meta.json', '{}');
    put(extensions, 'custom/interfaces/nothing/readme.md', '');
    put(extensions, 'custom/modules/map/meta.json', '{"name":"Map"}');
    put(extensions, `projects/${project.key}/interfaces/own/meta.json`, '{"name":"Own"}');
    put(extensions, `projects/${project.key}/interfaces/own/input.js`, 'own();');
    put(extensions, 'projects/another/interfaces/theirs/meta.json', '{}');
    put(extensions, 'custom/hooks/secret.js', SECRET);
    put(extensions, 'custom/secret.txt', SECRET);
    symlinkSync(join(folder.path, 'secret.txt'), join(extensions, 'custom/interfaces/rating/link.txt'));
  });

  it('are listed by kind with their descriptions, those of the project last', async () => {
    const { body } = await admin.askServer('GET', '/interfaces');
    expect(body.data).toEqual([
      { id: 'broken', path: 'extensions/custom/interfaces/broken/meta.json' },
      {
        id: 'rating',
        path: 'extensions/custom/interfaces/rating/meta.json',
        name: 'Rating',
        version: '1.0.0',
        types: ['integer'],
        icon: 'star',
      },
      { id: 'own', path: `extensions/projects/${project.key}/interfaces/own/meta.json`, name: 'Own' },
    ]);
    expect((await admin.askServer('GET', '/modules')).body.data).toMatchObject([{ id: 'map', name: 'Map' }]);
    expect((await admin.askServer('GET', '/layouts')).body.data).toEqual([]);
  });

  it('are loaded from the path that is listed', async () => {
    const { body } = await admin.askServer('GET', '/interfaces');
    const scripts = [body.data[1], body.data[2]].map(({ path }) => `/${path.replace('meta.json', 'input.js')}`);
    const answers = await Promise.all(scripts.map((path) => get(path)));
    expect(answers.map((answer) => answer.headers.get('content-type'))).toEqual(
      Array(2).fill('text/javascript; charset=utf-8'),
    );
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['stars();', 'own();']);
  });

  it.each([
    'custom/hooks/secret.js',
    'custom/secret.txt',
    'custom/interfaces/rating/link.txt',
    'custom/interfaces/../hooks/secret.js',
    '../config/x.json',
  ])('give away no other file: %s', async (path) => {
    const { status, text } = await getRaw(`/extensions/${path}`);
    expect([401, 404]).toContain(status);
    expect(text).not.toContain(SECRET);
  });
});

describe('the types of fields', () => {
  it('are listed for the project in the header', async () => {
    const { status, body } = await admin.askServer('GET', '/types');
    expect([status, body.data]).toEqual([200, expect.arrayContaining([{ name: 'string' }])]);
  });
});
