import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// biome-ignore lint/correctness/useImportExtensions: the file is JavaScript, with types beside it
import { bundleTo } from '../../../scripts/build-client.mjs';
import { findChromium, launchChromium } from '../../support/chromium.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { ADMIN_PASSWORD, ADMIN_TOKEN } from '../../support/project.ts';

const browserHere = findChromium();
const LONG = 120_000;

describe.skipIf('skipped' in browserHere)('the client in a browser', { timeout: LONG }, () => {
  const { server, project } = harnessOn('sqlite');
  const folder = mkdtempSync(join(tmpdir(), 'octavo-browser-'));
  let browser: Browser;
  let page: Page;
  let script = '';
  const at = () => ({
    url: `${server.base}/${project.key}`,
    token: ADMIN_TOKEN,
    email: 'admin@example.com',
    password: ADMIN_PASSWORD,
  });

  beforeAll(async () => {
    await bundleTo(folder);
    browser = await launchChromium('path' in browserHere ? browserHere.path : '');
    page = await browser.newPage();
    script = readFileSync(join(folder, 'index.js'), 'utf8');
    await page.route('**/page/*', (route) =>
      route.request().url().endsWith('.js')
        ? route.fulfill({ contentType: 'text/javascript', body: script })
        : route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>page</title>' }),
    );
    await page.goto(`${server.base}/page/index.html`);
  }, LONG);
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a function body in a page, with the client, and the address and credentials of the project. */
  const inPage = (body: string, where = page, origin = server.base): Promise<unknown> =>
    where.evaluate(`(async ({ url, token, email, password }) => {
      const { octavo, etagOf } = await import('${origin}/page/client.js');
      ${body}
    })(${JSON.stringify(at())})`);

  it('reads and writes', async () => {
    const found = await inPage(`
      const db = octavo(url, { token });
      const made = await db.folders.create({ name: 'Photos' });
      const seen = await db.folders.get(made.id);
      const changed = await db.folders.update(made.id, { name: 'Pictures' }, { ifMatch: etagOf(seen) });
      const names = [];
      for await (const { name } of db.folders.all({ fields: ['name'] })) names.push(name);
      return [changed.name, names];`);
    expect(found).toEqual(['Pictures', ['Pictures']]);
  });

  it('signs in with a cookie that scripts cannot see', async () => {
    const found = await inPage(`
      const db = octavo(url);
      await db.auth.login({ email, password, mode: 'cookie' });
      const me = await db.users.me({ fields: ['email'] });
      await db.auth.logout();
      const code = await db.users.me().catch((error) => error.code);
      return [me.email, db.auth.token, document.cookie, code];`);
    expect(found).toEqual(['admin@example.com', null, '', 3]);
  });

  it('uploads with progress', async () => {
    const found = await inPage(`
      const sent = [];
      const options = { name: 'p.txt', onProgress: (progress) => sent.push(progress.sent) };
      const file = await octavo(url, { token }).files.upload(new Blob(['y'.repeat(300000)]), { title: 'P' }, options);
      return [file.title, file.filesize, sent.at(-1) >= 300000];`);
    expect(found).toEqual(['P', 300_000, true]);
  });

  it('runs in workers', async () => {
    const found = await inPage(`
      const source = \`onmessage = async ({ data }) => {
        const { octavo } = await import(data.client);
        let sent = 0;
        const options = { name: 'w.txt', onProgress: (progress) => { sent = progress.sent; } };
        const file = await octavo(data.url, data).files.upload(new Blob(['x'.repeat(100000)]), {}, options);
        postMessage([file.filesize, sent >= 100000]);
      };\`;
      const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
      worker.postMessage({ url, token, client: location.origin + '/page/client.js' });
      return new Promise((done, failed) => {
        worker.onmessage = ({ data }) => done(data);
        worker.onerror = ({ message }) => failed(new Error(message));
      });`);
    expect(found).toEqual([100_000, true]);
  });

  it('requests from a server of another origin', async () => {
    const other = await browser.newPage();
    const site = createServer(({ url = '' }, response) => {
      const isScript = url.endsWith('.js');
      const headers = { 'Content-Type': isScript ? 'text/javascript' : 'text/html' };
      response.writeHead(200, headers).end(isScript ? script : '');
    });
    await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    await other.goto(`${origin}/page/`);
    const made = inPage(`return (await octavo(url, { token }).folders.create({ name: 'Far' })).name;`, other, origin);
    expect(await made).toBe('Far');
    await other.close();
    site.close();
  });
});
