import { existsSync, linkSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, createTestProject, type TestProject } from '../support/project.ts';
import { hugeGif, hugePng } from '../support/samples.ts';

/** What names resolve to: something else at each lookup. */
const meanings = vi.hoisted(() => ({ asked: 0, of: new Map<string, string[][]>() }));
vi.mock('node:dns/promises', async (original) => {
  const dns = await original<typeof import('node:dns/promises')>();
  class Resolver extends dns.Resolver {
    override resolve4 = (host: string): Promise<never> => {
      const known = meanings.of.get(host) ?? [];
      return Promise.resolve((known[Math.min(meanings.asked++, known.length - 1)] ?? []) as never);
    };
    override resolve6 = (): Promise<never> => Promise.resolve([] as never);
  }
  return { ...dns, Resolver };
});

const MAX_UPLOAD = 2_000_000;
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
interface FileObject {
  readonly id: number;
  readonly private_hash: string;
  readonly filename_disk: string;
  readonly type: string;
}

onEveryEngine('attacks with files', ({ database, server, project, prepare }) => {
  let neighbour: TestProject;
  let canary: Server;
  let port: number;
  let connections = 0;
  prepare(async () => {
    canary = createServer((request, response) => {
      const [, target] = /^\/to\/(.*)$/.exec(request.url ?? '') ?? [];
      if (target !== undefined) return response.writeHead(302, { location: decodeURIComponent(target) }).end();
      headersSeen.push(Object.keys(request.headers));
      const zipped = request.url === '/zipped.png';
      response.writeHead(200, { 'content-type': 'image/png', ...(zipped && { 'content-encoding': 'gzip' }) });
      response.end(zipped ? gzipSync(Buffer.alloc(50_000_000)) : Buffer.from(PIXEL, 'base64'));
    });
    canary.on('connection', () => connections++);
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    port = (canary.address() as AddressInfo).port;
    return { server: { maxUpload: MAX_UPLOAD, allowHosts: [`localhost:${port}`] } };
  });
  beforeAll(async () => {
    neighbour = await createTestProject(server, database);
  });
  afterAll(async () => {
    await neighbour?.remove();
    canary.closeAllConnections();
    canary.close();
  });
  const headersSeen: string[][] = [];
  beforeEach(() => {
    connections = 0;
    meanings.asked = 0;
    headersSeen.length = 0;
  });

  const folder = (kind = 'originals', of = project): string => join(server.data, 'uploads', of.key, kind);
  const contents = (of = folder()): string[] =>
    existsSync(of) ? readdirSync(of, { recursive: true }).map(String).sort() : [];
  const state = async (): Promise<string> => `${await project.digest()} ${contents().join()}`;
  const upload = async (attributes: object): Promise<FileObject> => {
    const { body, text } = await project.ask('POST', '/files', { filename_disk: 'x.png', ...attributes });
    if (!body.data) throw new Error(text);
    return body.data as FileObject;
  };
  const base64 = (bytes: string | Buffer): string => Buffer.from(bytes).toString('base64');
  const asset = async (path: string): Promise<{ status: number; headers: Headers }> => {
    const answer = await fetch(`${server.base}/${project.key}/assets/${path}`);
    await answer.arrayBuffer();
    return answer;
  };

  const addresses: readonly (readonly [id: string, address: (port: number) => string])[] = [
    ['SSRF-01', (at) => `http://127.0.0.1:${at}/x.png`],
    ['SSRF-02', (at) => `http://[::ffff:127.0.0.1]:${at}/x.png`],
    ['SSRF-02', () => 'http://[::ffff:7f00:1]/x.png'],
    ['SSRF-02', (at) => `http://[::1]:${at}/x.png`],
    ['SSRF-02', () => 'http://[64:ff9b::7f00:1]/x.png'],
    ['SSRF-02', () => 'http://[::]/x.png'],
    ['SSRF-04', (at) => `http://127.0.0.2:${at}/x.png`],
    ['SSRF-04', (at) => `http://localhost.:${at}/x.png`],
    ['SSRF-08', (at) => `http://127.1:${at}/x.png`],
    ['SSRF-08', () => 'http://2130706433.:80/x.png'],
    ['SSRF-08', () => 'http://0177.0.0.1/x.png'],
    ['SSRF-09', () => 'file:///etc/passwd.txt'],
    ['SSRF-09', () => 'gopher://127.0.0.1:25/_.xx'],
    ['SSRF-09', () => 'ftp://127.0.0.1/x.png'],
    ['SSRF-09', () => 'php://filter/resource=index.php'],
    ['SSRF-09', () => 'data:text/html,<b>x</b>'],
  ];
  it.each(addresses)('%s: an address that is not public gets no request', async (_id, address) => {
    const before = await state();
    const { status, text } = await project.ask('POST', '/files', { data: address(port) });
    expect([status, connections]).toEqual([422, 0]);
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|root:/);
    expect(await state()).toBe(before);
  });

  const hops = [
    'http://127.0.0.1:PORT/x.png',
    'file:///etc/passwd.txt',
    '//127.0.0.1:PORT/',
    'http://rebind.test:PORT/',
  ];
  it.each(hops)('SSRF-05: an address is not followed to %s', async (target) => {
    meanings.of.set('rebind.test', [['127.0.0.1']]);
    const before = await state();
    const to = encodeURIComponent(target.replace('PORT', String(port)));
    const { status } = await project.ask('POST', '/files', { data: `http://localhost:${port}/to/${to}` });
    expect([status, connections]).toEqual([422, 1]);
    expect(await state()).toBe(before);
  });

  it.each([
    ['two things at once', [['93.184.216.34', '127.0.0.1']]],
    ['something else the second time', [['127.0.0.1'], ['93.184.216.34']]],
  ])('SSRF-06: a name that means %s is looked up once and not connected to', async (_, answers) => {
    meanings.of.set('rebind.test', answers);
    const { status } = await project.ask('POST', '/files', { data: `http://rebind.test:${port}/x.png` });
    expect([status, connections, meanings.asked]).toEqual([422, 0, 1]);
  });

  it('SSRF-12: compressed data is not decompressed', async () => {
    const { status, body } = await project.ask('POST', '/files', { data: `http://localhost:${port}/zipped.png` });
    expect(status).toBe(200);
    expect((body.data as { filesize: number }).filesize).toBeLessThan(MAX_UPLOAD);
  });

  it('SSRF-13: open, closed and forbidden addresses look the same', async () => {
    const closed = `http://127.0.0.1:1/x.png`;
    const answers = await Promise.all(
      [`http://127.0.0.1:${port}/x.png`, closed, 'http://10.0.0.1/x.png'].map((data) =>
        project.ask('POST', '/files', { data }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  });

  it('SSRF-21: no header of the caller is sent outside', async () => {
    const { status } = await project.ask('POST', '/files', { data: `http://localhost:${port}/x.png` });
    expect(status).toBe(200);
    expect(headersSeen.flat()).not.toEqual(expect.arrayContaining(['authorization']));
    expect(headersSeen.flat()).not.toEqual(expect.arrayContaining(['cookie']));
  });

  const drawings: readonly (readonly [id: string, name: string, content: string])[] = [
    ['SSRF-18', 'a.png', '<svg xmlns="http://www.w3.org/2000/svg"><image href="http://127.0.0.1:PORT/x"/></svg>'],
    ['SSRF-18', 'b.svg', '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'],
    ['SSRF-18', 'c.png', 'push graphic-context\nviewbox 0 0 9 9\nimage over 0,0 0,0 "http://127.0.0.1:PORT/x"\npop'],
    ['SSRF-18', 'd.png', '%!PS\n(/etc/passwd) (r) file'],
    ['SSRF-18', 'e.pdf', '%PDF-1.4\n1 0 obj << /URI (http://127.0.0.1:PORT/) >>'],
    ['INJ-20', 'f.svg', '<!DOCTYPE svg [<!ENTITY x SYSTEM "http://127.0.0.1:PORT/x">]><svg>&x;</svg>'],
    ['INJ-20', 'g.png', '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>'],
  ];
  it.each(drawings)('%s: nothing of %s is rendered, and no request is sent', async (_id, name, content) => {
    const bytes = content.replace('PORT', String(port));
    const { private_hash: hash } = await upload({ data: base64(bytes), filename_disk: name });
    expect((await asset(`${hash}?key=thumbnail`)).status).toBe(422);
    expect(connections).toBe(0);
  });

  const runnable: readonly (readonly [id: string, name: string, content: string])[] = [
    ['XSS-01', 'x.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"><script>x()</script></svg>'],
    ['XSS-02', 'x.html', '<html><script>x()</script>'],
    ['XSS-02', 'x.xhtml', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>'],
    ['XSS-02', 'x.xml', '<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><a/>'],
    ['XSS-02', 'x.mht', 'MIME-Version: 1.0\nContent-Type: text/html\n\n<script>x()</script>'],
    ['XSS-02', 'x.swf', 'FWS\u0005\u0000\u0000\u0000\u0000'],
    ['XSS-04', 'x.png', '<html><script>x()</script>'],
    ['XSS-04', 'x.gif', 'GIF89a/*<script>*/=1;alert(1)//</script>'],
    ['XSS-04', 'x.jpg', '\u00ff\u00d8\u00ff\u00fe<script>alert(1)</script>'],
  ];
  it.each(runnable)('%s: %s is executed nowhere', async (_id, name, content) => {
    const file = await upload({ data: Buffer.from(content, 'latin1').toString('base64'), filename_disk: name });
    await project.ask('PATCH', `/files/${file.id}`, { type: 'text/html' });
    const { headers } = await asset(file.private_hash);
    const type = headers.get('content-type') ?? '';
    const isContained =
      headers.get('content-security-policy')?.startsWith('sandbox') === true ||
      headers.get('content-disposition')?.startsWith('attachment') === true;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(isContained || /^(image\/(png|gif|jpeg)|text\/plain|application\/octet-stream)/.test(type), type).toBe(true);
  });

  it.each(['../../x', '..\\x', '/etc/cron.d/x', 'C:\\x', '%2e%2e%2f', 'a/../../b', 'a\u0000b', 'n'.repeat(4096)])(
    'PATH-01: a file called %j stays in its folder',
    async (name) => {
      const elsewhere = (): string[] => contents(server.data).filter((path) => !/originals|\.db-/.test(path));
      const before = elsewhere();
      const { status } = await project.ask('POST', '/files', { data: PIXEL, filename_disk: name });
      expect([200, 422]).toContain(status);
      expect(elsewhere()).toEqual(before);
      expect(contents().every((stored) => /^(\.incoming(\/pending)?|[\w-][\w.-]*)$/.test(stored))).toBe(true);
    },
  );

  it.each(['/dev/zero', '..', '.incoming', 'a/b', '../octavo.db'])(
    'PATH-02: no object is moved to %s',
    async (name) => {
      const { id } = await upload({ data: PIXEL });
      const before = await state();
      expect((await project.ask('PATCH', `/files/${id}`, { filename_disk: name })).status).toBe(422);
      expect(await state()).toBe(before);
    },
  );

  it.each(['key=../../x', 'w=1/../..&h=1&f=crop&q=80', 'w=64&h=64&f=../../x&q=80', 'w=64&h=64&f=crop&q=%00'])(
    'PATH-04: no image is made for %s',
    async (query) => {
      const { private_hash: hash } = await upload({ data: PIXEL });
      expect((await asset(`${hash}?${query}`)).status).toBe(422);
    },
  );

  it('PATH-05: no link leads out of the storage', async () => {
    const { private_hash: hash, filename_disk: disk } = await upload({ data: PIXEL });
    const file = join(folder(), disk);
    const secret = join(server.data, 'secret');
    writeFileSync(secret, 'secret');
    rmSync(file);
    symlinkSync(secret, file);
    expect((await asset(hash)).status).toBe(404);
    expect((await asset(`${hash}?key=thumbnail`)).status).toBe(422);
    rmSync(file);
    mkdirSync(file);
    expect((await asset(hash)).status).toBe(404);
    rmSync(file, { recursive: true });
    linkSync(secret, join(folder(), 'another'));
    expect((await fetch(`${server.base}/uploads/${project.key}/originals/another`)).status).toBe(404);
    for (const left of [secret, join(folder(), 'another')]) rmSync(left);
  });

  it('DOS-05: decompression bombs are refused, even all at once', async () => {
    const bombs = [hugePng(50_000, 50_000), hugeGif(65_000, 65_000), hugePng(1, 1_000_000)];
    const files = await Promise.all(bombs.map((bytes) => upload({ data: bytes.toString('base64') })));
    const asked = files.flatMap(({ private_hash: hash }) => Array(8).fill(`${hash}?key=directus-large-crop`));
    const answers = await Promise.all(asked.map(asset));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([422]));
  });

  it('DOS-06: requesting every size cannot fill the storage', { timeout: 90_000 }, async () => {
    const { body } = await project.ask('GET', '/settings?filter[key]=asset_whitelist');
    const [setting] = body.data as { id: number; value: unknown }[];
    await project.ask('PATCH', `/settings/${setting?.id}`, { value: [] });
    const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#a53' } })
      .png()
      .toBuffer();
    const { private_hash: hash, filename_disk: disk } = await upload({ data: picture.toString('base64') });
    for (let width = 1; width <= 120; width++)
      expect((await asset(`${hash}?w=${width}&h=8&f=crop&q=80`)).status).toBe(200);
    expect(contents(join(folder('generated'), disk))).toHaveLength(100);
    expect((await asset(`${hash}?w=1&h=8&f=crop&q=80`)).status).toBe(200);
    await project.ask('PATCH', `/settings/${setting?.id}`, { value: setting?.value });
  });

  it('DOS-08: truncated or lying data leaves nothing', async () => {
    const before = await state();
    const head = (length: number): string =>
      `POST /${project.key}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: ${length}\r\n\r\n`;
    const part = '--b\r\nContent-Disposition: form-data; name="data"; filename="a.bin"\r\n\r\nabc';
    for (const sent of [head(5000) + part, head(part.length) + part, `${head(40)}--other\r\n\r\n${'x'.repeat(40)}`]) {
      const socket = connect(Number(new URL(server.base).port), '127.0.0.1');
      await new Promise<void>((done) => socket.on('error', () => {}).write(sent, () => done()));
      socket.destroy();
    }
    await vi.waitFor(async () => expect(await state()).toBe(before), 5_000);
  });

  it('TEN-02, ACL-28: a file is found under its hash in its own project only', async () => {
    const file = await upload({ data: PIXEL });
    const paths = [
      `${neighbour.key}/assets/${file.private_hash}`,
      `uploads/${neighbour.key}/originals/${file.filename_disk}`,
    ];
    const others = [file.id, file.filename_disk, 'x.png', `${file.private_hash}x`, file.private_hash.toUpperCase()];
    for (const path of [...paths, ...others.map((name) => `${project.key}/assets/${name}`)])
      expect((await fetch(`${server.base}/${path}`)).status, path).toBe(404);
  });
});
