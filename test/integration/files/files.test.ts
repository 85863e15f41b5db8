import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ADMIN_TOKEN, type Answered } from '../../support/project.ts';
import { mp3, mp4 } from '../../support/recordings.ts';

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const LIMIT = 100_000;

interface FileObject {
  readonly id: number;
  readonly filename_disk: string;
  readonly filename_download: string;
  readonly title: string;
  readonly checksum: string;
  readonly private_hash: string;
  readonly data: { readonly url: string };
}

onEveryEngine('files', ({ server, project, prepare }) => {
  let canary: Server;
  let canaryBase: string;
  let connections = 0;
  prepare(async () => {
    canary = createServer((request, response) => {
      if (request.url === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end('<b>');
      if (request.url === '/endless') return void endless(response);
      return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PIXEL, 'base64'));
    });
    canary.on('connection', () => connections++);
    await new Promise<void>((done) => canary.listen(0, '127.0.0.1', done));
    const { port } = canary.address() as AddressInfo;
    canaryBase = `http://127.0.0.1:${port}`;
    return { server: { maxUpload: LIMIT, allowHosts: [`127.0.0.1:${port}`] } };
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });
  beforeEach(() => {
    connections = 0;
  });

  const folder = (): string => join(server.data, 'uploads', project.key, 'originals');
  const names = (path = ''): string[] =>
    existsSync(join(folder(), path)) ? readdirSync(join(folder(), path)).filter((name) => name !== '.incoming') : [];
  const unfinished = (): string[] => names('.incoming').filter((name) => name !== 'pending');
  const state = async (): Promise<string> => `${await project.digest()} ${names().sort().join()} ${unfinished()}`;
  const fileIn = ({ body }: Answered): FileObject => body.data as FileObject;
  const upload = (attributes: object = {}): Promise<Answered> =>
    project.ask('POST', '/files', { data: PIXEL, filename_disk: 'dot.png', ...attributes });

  async function form(
    parts: Readonly<Record<string, string>>,
    name: string,
    content: string | Blob,
    parameters = '',
  ): Promise<Answered> {
    const body = new FormData();
    for (const [key, value] of Object.entries(parts)) body.append(key, value);
    body.append('data', new Blob([content]), name);
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${server.base}/${project.key}/files${parameters}`, { method: 'POST', headers, body });
    return { status: answer.status, text: '', body: (await answer.json()) as Answered['body'] };
  }

  it('stores what was sent, under a name of its own', async () => {
    const file = fileIn(await form({ 'tags[]': 'red', 'metadata[a][b]': 'c' }, 'Some Name.TXT', 'Hello'));
    expect(readFileSync(join(folder(), file.filename_disk), 'utf8')).toBe('Hello');
    expect(file).toMatchObject({ filename_download: 'Some Name.TXT', title: 'Some Name', tags: ['red'] });
    expect(file).toMatchObject({ metadata: { a: { b: 'c' } }, checksum: '8b1a9953c4611296a827abf8c47804d7' });
  });

  it.each([
    '../../escape.txt',
    '/etc/cron.d/x',
    'C:\\x',
    '..\\x',
    '%2e%2e%2fx',
    'x'.repeat(4096),
    '.incoming',
    '.htaccess',
  ])('keeps the name %j out of its paths', async (name) => {
    const before = names();
    const { status } = await upload({ filename_disk: name, filename_download: 'x' });
    expect(status).toBe(200);
    const [made = ''] = names().filter((each) => !before.includes(each));
    expect(made).toMatch(/^[0-9a-f-]{36}(\.[a-z0-9]+)?$/);
  });

  it.each([
    [{ filename_disk: 'Disk Name.md' }, { title: 'Disk Name', filename_download: 'own.txt', type: 'text/markdown' }],
    [{ filename_download: 'down.csv' }, { title: 'Own', filename_download: 'down.csv', type: 'text/plain' }],
  ])('keeps the own name of a form’s file for downloads, unless one is given: %j', async (parts, kept) => {
    expect(fileIn(await form(parts, 'own.txt', 'Hello'))).toMatchObject(kept);
  });

  it('uses a name on disk that comes after the file', async () => {
    const body = new FormData();
    body.append('data', new Blob(['Hello']), 'a.txt');
    body.append('filename_disk', 'Better Name.md');
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    const answer = await fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body });
    const file = ((await answer.json()) as { data: FileObject }).data;
    expect(file).toMatchObject({ title: 'Better Name', filename_disk: expect.stringMatching(/\.md$/) });
    expect(file.filename_download).toBe('a.txt');
    expect(readFileSync(join(folder(), file.filename_disk), 'utf8')).toBe('Hello');
  });

  it('refuses what is too large, and keeps nothing of it', async () => {
    const before = await state();
    const tooLarge = await form({}, 'large.bin', 'x'.repeat(LIMIT + 1));
    expect([tooLarge.status, tooLarge.body.error?.code]).toEqual([422, 4]);
    expect((await form({}, 'empty.bin', '')).status).toBe(422);
    expect(await state()).toBe(before);
    expect((await form({}, 'fits.bin', 'x'.repeat(LIMIT))).status).toBe(200);
  });

  it('refuses attributes that are too long together, and keeps nothing of the form', async () => {
    const before = await state();
    const attributes = Object.fromEntries(
      Array.from({ length: 20 }, (_, number) => [`a${number}`, 'x'.repeat(900_000)]),
    );
    const { status, body } = await form(attributes, 'a.txt', 'Hello');
    expect([status, body.error?.code]).toEqual([413, 13]);
    expect(await state()).toBe(before);
  });

  it('keeps nothing of a form that is cut off or invalid', async () => {
    const before = await state();
    await broken(`--b\r\nContent-Disposition: form-data; name="data"; filename="a.txt"\r\n\r\nhalf`, 1_000_000);
    await broken(
      `--other\r\nContent-Disposition: form-data; name="data"; filename="a.txt"\r\n\r\nhalf\r\n--other--`,
      0,
    );
    await expect.poll(state).toBe(before);
    expect((await project.ask('GET', '/files?limit=1')).status).toBe(200);
  });

  it('refuses attributes that cannot be stored, and keeps nothing', async () => {
    const before = await state();
    for (const wrong of [
      { colour: 'blue' },
      { tags: 7 },
      { metadata: 'x' },
      { title: 'x'.repeat(300) },
      { folder: 'x' },
    ])
      expect((await upload(wrong)).status).toBe(422);
    expect((await form({ colour: 'blue' }, 'a.txt', 'x')).status).toBe(422);
    expect(await state()).toBe(before);
  });

  it.each(['filter[id][near]=1', `fields=${'*.'.repeat(12)}*`, 'fields=colour'])(
    'keeps nothing of a form whose parameters are refused: %s',
    async (parameters) => {
      const before = await state();
      expect((await form({}, 'a.txt', 'x', `?${parameters}`)).status).toBe(422);
      expect(await state()).toBe(before);
    },
  );

  it('ignores attributes from callers that it determines itself', async () => {
    const file = fileIn(
      await upload({ checksum: 'x', storage: 's3', uploaded_by: 99, type: 'text/html', private_hash: 'x' }),
    );
    const changed = await project.ask('PATCH', `/files/${file.id}`, {
      type: 'text/html',
      uploaded_by: 99,
      checksum: 'x',
    });
    expect((changed.body.data as unknown[])[0]).toEqual(file);
    expect(file).toMatchObject({ storage: 'local', uploaded_by: 1, type: 'image/png' });
    expect(file.private_hash).toMatch(/^[0-9a-z]{16}$/);
  });

  it('changes what is sent and nothing else', async () => {
    const file = fileIn(await upload({ description: 'kept', tags: ['a'], metadata: { k: 1 } }));
    const { body } = await project.ask('PATCH', `/files/${file.id}`, { title: 'New' });
    expect((body.data as unknown[])[0]).toEqual({ ...file, title: 'New' });
  });

  it('replaces an object under its name', async () => {
    const file = fileIn(await upload());
    const { body } = await project.ask('PATCH', `/files/${file.id}`, { data: btoa('other') });
    const [changed] = body.data as [FileObject];
    expect(changed.filename_disk).toBe(file.filename_disk);
    expect(changed.checksum).toBe('795f3202b17cb6bc3d4b771d8c6c9eaf');
    expect(readFileSync(join(folder(), file.filename_disk), 'utf8')).toBe('other');
  });

  it('renames an object, unless the name is taken', async () => {
    const [one, two] = [fileIn(await upload()), fileIn(await upload())];
    const before = await state();
    const unfit = ['é'.repeat(128), '\u{1f600}'.repeat(199), 'a\ud800.png'];
    for (const name of [two.filename_disk, '../x', 'a/b', '.hidden', '', 7, ...unfit])
      expect((await project.ask('PATCH', `/files/${one.id}`, { filename_disk: name })).status).toBe(422);
    expect(await state()).toBe(before);
    const { body } = await project.ask('PATCH', `/files/${one.id}`, { filename_disk: `named-${one.id}.png` });
    expect((body.data as [FileObject])[0].filename_disk).toBe(`named-${one.id}.png`);
    expect(names()).toContain(`named-${one.id}.png`);
    expect(names()).not.toContain(one.filename_disk);
    const longest = `${'é'.repeat(125)}a.png`;
    expect((await project.ask('PATCH', `/files/${one.id}`, { filename_disk: longest })).status).toBe(200);
    expect(names()).toContain(longest);
  });

  it('removes objects with their rows: of all files or of none', async () => {
    const [one, two] = [fileIn(await upload()), fileIn(await upload())];
    const before = await state();
    expect((await project.ask('DELETE', `/files/${one.id},999999`)).status).toBe(404);
    expect(await state()).toBe(before);
    expect((await project.ask('DELETE', `/files/${one.id},${two.id}`)).status).toBe(204);
    expect(names()).not.toContain(one.filename_disk);
    expect(names()).not.toContain(two.filename_disk);
  });

  it('answers a list of changes with a list for each file, even for a single one', async () => {
    const { id } = fileIn(await upload());
    const answer = async (path: string, body: unknown) => (await project.ask('PATCH', path, body)).body.data;
    expect(await answer(`/files/${id}?fields=id`, { title: 'x' })).toEqual([{ id }]);
    expect(await answer('/files?fields=id', [{ id, title: 'x' }])).toEqual([[{ id }]]);
  });

  it('refuses a list of changes that is too long to be read back, and changes nothing', async () => {
    const { id } = fileIn(await upload());
    const before = await state();
    const { status, body } = await project.ask('PATCH', '/files', Array(20_001).fill({ id, title: 'x' }));
    expect([status, body.error?.code]).toEqual([413, 13]);
    expect(await state()).toBe(before);
  });

  it('leaves database and disk alone if a request is denied', async () => {
    const file = fileIn(await upload());
    const before = await state();
    const calls: [string, string, unknown][] = [
      ['POST', '/files', { data: PIXEL, filename_disk: 'x.png' }],
      ['POST', '/files', { data: `${canaryBase}/x.png` }],
      ['PATCH', `/files/${file.id}`, { data: `${canaryBase}/x.png` }],
      ['PATCH', `/files/${file.id}`, { title: 'x' }],
      ['PATCH', '/files', [{ id: file.id, title: 'x' }]],
      ['DELETE', `/files/${file.id}`, undefined],
    ];
    for (const [method, path, body] of calls)
      expect((await project.ask(method, path, body, null)).status).toBeGreaterThanOrEqual(400);
    expect(await state()).toBe(before);
    expect(connections).toBe(0);
  });

  it('does not distinguish a file that a role may not see from a missing one', async () => {
    const { id: role } = await project.write<{ id: number }>('POST', '/roles', { name: 'Own files' });
    const rights = { create: 'full', read: 'mine', update: 'mine', write_field_blacklist: ['filename_disk', 'title'] };
    await project.write('POST', '/permissions', { collection: 'directus_files', role, ...rights });
    const token = 'token-of-own-files';
    const person = { first_name: 'O', last_name: 'F', email: 'own@example.com', password: 'Some-Secret-1' };
    await project.write('POST', '/users', { ...person, role, token, status: 'active' });
    const { id } = fileIn(await upload());
    for (const change of [{ filename_disk: 'x.png' }, { title: 'x' }, { location: 'x' }, { data: PIXEL }]) {
      const [hidden, missing] = await Promise.all(
        [id, 999_999].map((key) => project.ask('PATCH', `/files/${key}`, change, token)),
      );
      expect([hidden?.status, hidden?.body.error?.code]).toEqual([missing?.status, missing?.body.error?.code]);
    }
  });

  it('reads an image from a URL', async () => {
    const file = fileIn(await project.ask('POST', '/files', { data: `${canaryBase}/some/small.jpeg?x=1` }));
    expect(file).toMatchObject({ filename_download: 'small.png', title: 'Small', charset: 'binary' });
  });

  it.each(['page', 'endless'])('keeps nothing of a URL that leads to unacceptable data: %s', async (path) => {
    const before = await state();
    expect((await project.ask('POST', '/files', { data: `${canaryBase}/${path}` })).status).toBe(422);
    expect(await state()).toBe(before);
  });

  it.each([
    'http://127.0.0.1:9.example/x.png',
    'http://169.254.169.254/latest/x.png',
    'file:///etc/passwd.png',
    'gopher://127.0.0.1:25/_.xx',
    'http://[::1]:80/xx.png',
  ])('does not read %s', async (data) => {
    const before = await state();
    expect((await project.ask('POST', '/files', { data, filename_disk: 'x.png' })).status).toBe(422);
    expect(await state()).toBe(before);
  });

  it.each<[string, Buffer, object]>([
    ['film.mp4', mp4({ seconds: 62, size: [640, 360] }), { type: 'video/mp4', duration: 62, width: 640, height: 360 }],
    ['song.mp3', mp3(5, 'variable'), { type: 'audio/mpeg', duration: 5, width: null, height: null }],
  ])('knows how long %s lasts, however it came', async (name, bytes, expected) => {
    expect(fileIn(await form({}, name, new Blob([new Uint8Array(bytes)])))).toMatchObject(expected);
    const data = bytes.toString('base64');
    const file = fileIn(await upload({ data, filename_disk: name }));
    expect(file).toMatchObject(expected);
    expect(fileIn(await upload({ data: `data:video/mp4;base64,${data}`, filename_disk: name }))).toMatchObject(
      expected,
    );
    const { body } = await project.ask('PATCH', `/files/${file.id}`, { data: btoa('text') });
    expect((body.data as unknown[])[0]).toMatchObject({ duration: 0, width: null });
  });

  it("keeps as much of a photo's metadata as fits", async () => {
    const words = Array.from({ length: 40 }, (_, at) => `keyword ${at} \u{1f30a}`);
    const packet =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description>' +
      `<photoshop:City>${'\u{1f30a}'.repeat(250)}</photoshop:City><dc:description>${'\u{1f30a}\u0000x'.repeat(5000)}</dc:description>` +
      `<dc:subject>${words.map((word) => `<rdf:li>${word}</rdf:li>`).join('')}</dc:subject>` +
      '</rdf:Description></rdf:RDF></x:xmpmeta>';
    const image = sharp({ create: { width: 8, height: 8, channels: 3, background: '#369' } });
    const photo = await image.withXmp(packet).jpeg().toBuffer();
    const answer = await form({ location: 'Here' }, 'photo.jpg', new Blob([new Uint8Array(photo)]));
    expect(answer.status).toBe(200);
    const { tags, location, description } = answer.body.data as {
      tags: string[];
      location: string;
      description: string;
    };
    expect(location).toBe('Here');
    expect(tags).toEqual(words.slice(0, tags.length));
    expect(tags.length).toBeGreaterThan(5);
    expect(description).toMatch(/^(\u{1f30a}x)+\u{1f30a}?$/u);
    const found = await form({}, 'photo.jpg', new Blob([new Uint8Array(photo)]));
    expect((found.body.data as { location: string }).location).toMatch(/^(\u{1f30a}){200}$/u);
  });

  it('forgets an old private hash', async () => {
    const file = fileIn(await upload());
    const { body } = await project.ask('PATCH', `/files/${file.id}`, { private_hash: 'another-hash' });
    expect((body.data as [FileObject])[0].data).toMatchObject({ asset_url: `/${project.key}/assets/another-hash` });
  });

  async function broken(body: string, more: number): Promise<void> {
    const { port } = server.app.http.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((done) => socket.once('close', done));
    socket.on('error', () => {});
    socket.write(
      `POST /${project.key}/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\nConnection: close\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${Buffer.byteLength(body) + more}\r\n\r\n${body}`,
    );
    if (more > 0) await expect.poll(unfinished).toHaveLength(1);
    if (more > 0) socket.destroy();
    else socket.resume();
    await closed;
  }

  it('of programs and scripts have names that nothing executes, and are sent as downloads', async () => {
    for (const [name, content] of [
      ['shell.php', '<?php echo 1; ?>'],
      ['shell.phtml', 'plain'],
      ['script.js', 'alert(1)'],
      ['photo.php.png', 'plain'],
    ] as const) {
      const made = await form({}, name, content);
      expect(made.status).toBe(200);
      const { id, filename_disk, data } = fileIn(made);
      expect(filename_disk).not.toMatch(/\.(php|phtml|js)\b/);
      const sent = await fetch(server.base + data.url);
      expect(await sent.text()).toBe(content);
      expect(sent.headers.get('content-disposition')).toMatch(/^attachment/);
      const renamed = await project.ask('PATCH', `/files/${id}`, { filename_disk: name });
      expect([renamed.status, renamed.body.error?.code]).toEqual([422, 4]);
    }
  });
});

function endless(response: NodeJS.WritableStream & { setHeader?: unknown }): void {
  (response as unknown as import('node:http').ServerResponse).writeHead(200, { 'content-type': 'image/png' });
  const more = (): void => {
    while (response.writable && response.write('x'.repeat(10_000)));
  };
  response.on('drain', more);
  more();
}
