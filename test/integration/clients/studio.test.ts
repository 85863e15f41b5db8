import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the program is JavaScript
import { precompress } from '../../../scripts/precompress.mjs';
import { requestRaw } from '../../support/raw-request.ts';
import { type Running, startServer } from '../../support/running.ts';
import { temporaryFolder } from '../../support/server-process.ts';

const folder = temporaryFolder();
const studio = join(folder.path, 'studio');
const SECRET = 'nobody may read this';
const PAGE = `<!doctype html><title>Studio</title>${'<p>a page</p>'.repeat(100)}`;
const SCRIPT = `run();${' '.repeat(2000)}`;
const HASHED = '/studio/assets/main-Bx_9kQzT.js';
let server: Running;

function put(path: string, text: string): void {
  mkdirSync(dirname(join(folder.path, path)), { recursive: true });
  writeFileSync(join(folder.path, path), text);
}

async function build(page: string): Promise<void> {
  rmSync(join(studio, 'dist'), { recursive: true, force: true });
  put('studio/dist/index.html', page);
  put('studio/dist/assets/main-Bx_9kQzT.js', SCRIPT);
  put('studio/dist/assets/inter-CkQz1aB2.woff2', 'font');
  put('studio/dist/.vite/manifest.json', SECRET);
  symlinkSync(join(folder.path, 'secret.txt'), join(studio, 'dist', 'assets', 'link-AbCdEfGh.js'));
  symlinkSync(folder.path, join(studio, 'dist', 'up'));
  await precompress(join(studio, 'dist'));
}

beforeAll(async () => {
  put('secret.txt', SECRET);
  await build(PAGE);
  server = await startServer({ studio });
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

const get = (path: string, headers: Record<string, string> = {}) => requestRaw(server.base, path, { headers });
const note = (text: string): void => put('studio/.build.json', text);

describe('Studio', () => {
  it('is where the root leads browsers to, but no other clients', async () => {
    const location = async (headers: Record<string, string>): Promise<unknown> =>
      (await get('/', headers)).headers.location;
    expect(await location({ Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })).toBe('./studio/');
    for (const Accept of ['*/*', 'application/json', 'text/htmlx'])
      expect([Accept, await location({ Accept })]).toEqual([Accept, './admin/']);
    expect(await location({})).toBe('./admin/');
    expect((await get('/', { Accept: 'text/html' })).body.toString()).toBe('{"public":true}');
  });

  it('has a slash at the end of its address', async () => {
    const { status, headers } = await get('/studio');
    expect([status, headers.location]).toEqual([302, './studio/']);
  });

  it.each([
    '/studio/',
    '/studio/demo/articles/3',
    '/studio/demo/reset-password?token=a.b.c',
    '/studio/a%2Fb.png',
    '/studio/.well',
    '/studio/demo/content/odd/a%5cb',
  ])('answers its page at %s', async (path) => {
    const { status, headers, body } = await get(path);
    expect([status, headers['content-type'], body.toString()]).toEqual([200, 'text/html; charset=utf-8', PAGE]);
    expect([headers['cache-control'], headers.vary]).toEqual(['no-cache', 'Accept-Encoding']);
  });

  it.each(['/studio/', '/studio/demo/x', HASHED])('may run nothing inline, and cannot be framed: %s', async (path) => {
    const { headers } = await get(path);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/);
    for (const part of ["frame-ancestors 'none'", "object-src 'none'", "base-uri 'none'", "connect-src 'self'"])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(headers).toMatchObject({
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    });
  });

  it('is fetched again only when it has changed, even by a build of the same size and date', async () => {
    const { headers } = await get('/studio/');
    const known = { 'If-None-Match': String(headers.etag) };
    const again = await get('/studio/demo/articles', known);
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, headers.etag]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
    put('studio/dist/index.html', PAGE.replace('Studio', 'STUDIO'));
    utimesSync(join(studio, 'dist/index.html'), 0, 0);
    expect((await get('/studio/', known)).status).toBe(200);
    await build(PAGE);
  });

  it('lets browsers cache files with a hash in their name', async () => {
    const { headers } = await get(HASHED);
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await get('/studio/assets/inter-CkQz1aB2.woff2')).headers['content-type']).toBe('font/woff2');
  });

  it.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['gzip, br;q=0', 'gzip'],
    ['*', 'br'],
    ['GZIP;Q=0.5', 'gzip'],
    ['identity', undefined],
    ['br;q=0, gzip;q=0.0', undefined],
    ['', undefined],
  ])('is sent to who accepts "%s" as %s', async (accepted, coding) => {
    const { headers, body } = await get(HASHED, accepted === '' ? {} : { 'Accept-Encoding': accepted });
    expect([headers['content-encoding'], headers.vary]).toEqual([coding, 'Accept-Encoding']);
    const plain = coding === 'br' ? brotliDecompressSync(body) : coding === 'gzip' ? gunzipSync(body) : body;
    expect(plain.toString()).toBe(SCRIPT);
    expect(Number(headers['content-length'])).toBe(body.length);
  });

  it('has a separate entity tag for each coding', async () => {
    const tags = await Promise.all(
      ['br', 'gzip', 'identity'].map(
        async (accepted) => (await get(HASHED, { 'Accept-Encoding': accepted })).headers.etag,
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });

  it('answers HEAD without a body', async () => {
    const { status, headers, body } = await requestRaw(server.base, '/studio/demo/', { method: 'HEAD' });
    expect([status, body.length, Number(headers['content-length'])]).toEqual([200, 0, PAGE.length]);
  });

  it.each(['assets/gone-AbCdEfGh.js', 'assets/', 'assets/link-AbCdEfGh.js'])(
    'has no page in place of a missing file: %s',
    async (path) => {
      const { status, headers, body } = await get(`/studio/${path}`);
      expect([status, JSON.parse(body.toString()).error.code]).toEqual([404, 1]);
      expect(headers['cache-control']).toBe('no-store');
    },
  );

  it.each([
    '../secret.txt',
    '..%2fsecret.txt',
    '%2e%2e/secret.txt',
    '..%5csecret.txt',
    'assets/../../secret.txt',
    'up/secret.txt',
    '.vite/manifest.json',
    '%00',
    'assets/%2e%2e/%2e%2e/secret.txt',
    '/etc/passwd',
  ])('does not lead out of its build: %s', async (path) => {
    const { body } = await get(`/studio/${path}`);
    expect(body.toString()).not.toContain(SECRET);
    expect(body.toString()).not.toContain('root:');
  });

  it('accepts no writes', async () => {
    const { status } = await requestRaw(server.base, '/studio/demo/articles', { method: 'POST' });
    expect(status).toBe(401);
  });
});

describe('while Studio is not built', () => {
  beforeAll(() => renameSync(join(studio, 'dist'), join(studio, 'away')));
  afterAll(() => {
    rmSync(join(studio, '.build.json'), { force: true });
    renameSync(join(studio, 'away'), join(studio, 'dist'));
  });

  it.each([
    [
      'is being installed',
      { state: 'installing', pid: process.pid },
      'Studio is getting ready',
      'Install the tools<span>now',
    ],
    ['is being built', { state: 'building', pid: process.pid }, 'Studio is getting ready', 'Build Studio<span>now'],
    ['could not be built', { state: 'failed', pid: 1 }, 'Studio could not be built', 'npm run build'],
    [
      'was being built by a process that is gone',
      { state: 'building', pid: 2 ** 22 + 1 },
      'Studio is not built yet',
      'npm run build',
    ],
    ['is noted in no way', null, 'Studio is not built yet', 'npm run build'],
  ])('a page says that it %s, and loads itself again', async (_, noted, title, text) => {
    note(noted === null ? 'no JSON' : JSON.stringify(noted));
    const { status, headers, body } = await get('/studio/demo/articles/3');
    expect([status, headers['cache-control'], headers['content-type']]).toEqual([
      503,
      'no-store',
      'text/html; charset=utf-8',
    ]);
    expect(body.toString()).toContain(`<title>${title}</title>`);
    expect(body.toString()).toContain(text);
    expect(body.toString()).toMatch(/http-equiv="refresh" content="\d+"/);
  });

  it('the page contains nothing that its own policy forbids', async () => {
    const { headers, body } = await get('/studio/');
    expect(body.toString()).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
    expect(headers['content-security-policy']).toContain("style-src 'self'");
    const style = await get('/studio/progress.css');
    expect([style.status, style.headers['content-type']]).toEqual([200, 'text/css; charset=utf-8']);
    expect(body.toString()).toContain('href="/studio/progress.css"');
  });

  it('its files are missing, and the API answers', async () => {
    expect((await get(HASHED)).status).toBe(404);
    expect((await get('/server/ping')).body.toString()).toBe('pong');
  });
});

describe('without Studio', () => {
  it('its path is missing, the root leads where it did, and the rest is as it was', async () => {
    const plain = await startServer({ studio: null });
    try {
      for (const path of ['/studio', '/studio/', '/studio/demo/x', HASHED])
        expect((await requestRaw(plain.base, path)).status, path).toBe(404);
      const root = await requestRaw(plain.base, '/', { headers: { Accept: 'text/html' } });
      expect(root.headers.location).toBe('./admin/');
    } finally {
      await plain.stop();
    }
  });
});

describe('a project whose key is "studio"', () => {
  const body = (key: string) => ({
    project: key,
    super_admin_token: 'conformance-super-admin-token',
    db_type: 'sqlite',
    db_name: key.toLowerCase(),
    user_email: 'admin@example.com',
    user_password: 'Admin-Secret-1',
  });
  const create = (base: string, key: string) =>
    fetch(`${base}/server/projects`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body(key)),
    });

  it('cannot be created, whether Studio is on or not', async () => {
    const off = await startServer({ studio: null });
    try {
      for (const base of [server.base, off.base])
        for (const key of ['studio', 'Studio']) expect((await create(base, key)).status).toBe(422);
    } finally {
      await off.stop();
    }
  });

  it('keeps its path if it already exists, which the server reports when it starts', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
    const data = join(folder.path, 'data');
    const before = await startServer({ studio: null, data });
    await create(before.base, 'old');
    await before.stop();
    const file = readFileSync(join(data, 'config', 'old.json'), 'utf8');
    writeFileSync(join(data, 'config', 'studio.json'), file.replace('"project": "old"', '"project": "studio"'));
    const after = await startServer({ studio, data }, log);
    try {
      const answer = await requestRaw(after.base, '/studio/');
      expect(JSON.parse(answer.body.toString()).data.api.project_name).toBeDefined();
      expect((await requestRaw(after.base, '/', { headers: { Accept: 'text/html' } })).headers.location).toBe(
        './admin/',
      );
      expect(lines.join('')).toContain('the project \\"studio\\" has its path');
    } finally {
      await after.stop();
    }
  });
});
