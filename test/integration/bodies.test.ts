import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import { RawClient } from '../support/raw-client.ts';
import { startServer } from '../support/running.ts';

const PUBLIC_ROLE = 2;
const KILOBYTE = 1024;
const MEGABYTE = 1024 * KILOBYTE;

const { server, project } = harnessOn('sqlite');
beforeAll(async () => {
  await project.ask('POST', '/collections', {
    collection: 'notes',
    fields: [id, text('title'), { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' }],
  });
  await project.ask('POST', '/permissions', { role: PUBLIC_ROLE, collection: 'notes', create: 'full', read: 'full' });
});

/** Begins a request with a long declared body, sends this much of it, and waits for the server to end it. */
function begin(path: string, headers: readonly string[], start: string | Buffer) {
  const head = [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers];
  return new RawClient(server.base)
    .write(`${head.join('\r\n')}\r\n\r\n`)
    .write(start)
    .answer();
}

const chunked = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a body of an unknown caller', () => {
  const doors = (): string[] => [
    '/server/projects',
    '/projects',
    ...[
      'auth/authenticate',
      'auth/refresh',
      'auth/password/request',
      'auth/password/reset',
      'items/notes',
      'users',
      'utils/hash',
      'gql',
      'scim/v2/Users',
      'nowhere',
    ].map((path) => `/${project.key}/${path}`),
    '/nobody/items/notes',
  ];

  it('is refused by its declared length before it is read, and the connection ends', async () => {
    const answers = await Promise.all(doors().map((path) => begin(path, [`Content-Length: ${MEGABYTE}`], '[')));
    for (const [index, { status, headers, body }] of answers.entries()) {
      const door = doors()[index];
      expect([door, headers.connection]).toEqual([door, 'close']);
      expect([door, [401, 413].includes(status), Object.keys(JSON.parse(body))]).toEqual([door, true, ['error']]);
    }
    expect(answers.filter(({ status }) => status === 413).length).toBeGreaterThan(8);
  });

  it('is refused while it arrives if its length is not declared', async () => {
    const piece = chunked(`[${'0,'.repeat(20 * KILOBYTE)}`);
    for (const path of doors()) {
      const { status, body } = await begin(path, ['Transfer-Encoding: chunked'], piece.repeat(4));
      expect([path, [401, 413].includes(status), Object.keys(JSON.parse(body))]).toEqual([path, true, ['error']]);
    }
  });

  it('may have 64 KiB', async () => {
    const short = await project.ask('POST', '/items/notes', { body: 'x'.repeat(60 * KILOBYTE) }, null);
    expect(short.status).toBe(200);
    const long = await project.ask('POST', '/items/notes', { body: 'x'.repeat(70 * KILOBYTE) }, null);
    expect([long.status, long.body.error?.code]).toEqual([413, 13]);
    const wrong = await project.ask('POST', '/items/notes', { body: 'x'.repeat(70 * KILOBYTE) }, 'wrong');
    expect([wrong.status, wrong.body.error?.code]).toEqual([413, 13]);
  });

  it('may be as large as the operator allows', async () => {
    const generous = await startServer({ maxPublicBody: 100 * KILOBYTE });
    const other = await createTestProject(generous, { db_type: 'sqlite' });
    const hash = (length: number) =>
      other.ask('POST', '/utils/hash', { string: 'x', padding: 'x'.repeat(length) }, null);
    expect((await hash(90 * KILOBYTE)).status).toBe(200);
    expect((await hash(110 * KILOBYTE)).status).toBe(413);
    await generous.stop();
  });
});

describe('a body of a known caller', () => {
  it('may be large', async () => {
    const { status, body } = await project.ask('POST', '/items/notes', { body: 'é'.repeat(2 * MEGABYTE) });
    expect([status, (body.data as { body: string }).body.length]).toEqual([200, 2 * MEGABYTE]);
  });

  it.each([
    ['lists inside of each other', `${'['.repeat(101)}${']'.repeat(101)}`, 400],
    ['objects inside of each other', `${'{"a":'.repeat(101)}1${'}'.repeat(101)}`, 400],
    ['lists inside of each other, in a long body', `${'['.repeat(MEGABYTE)}${']'.repeat(MEGABYTE)}`, 400],
    ['more than a million values', `[${'[],'.repeat(500_001)}[]]`, 413],
    ['more than a million numbers', `[${'1,'.repeat(1_000_001)}1]`, 413],
    ['an item with more than 50,000 names', `[{},{"a":[${'{"a":1},'.repeat(50_000)}{}]}]`, 413],
    ['a comma too many, in a long body', `[{"title":"${'x'.repeat(70 * KILOBYTE)}"},]`, 400],
  ])('is refused for %s', async (_what, bomb, expected) => {
    const { status, body } = await project.ask('POST', '/items/notes', bomb);
    expect([status, body.error?.code]).toEqual([expected, 13]);
  });

  it('may contain brackets and commas in its texts', async () => {
    const title = '[{"\\",'.repeat(10);
    const text = '[{,"\\'.repeat(300_000);
    const { status, body } = await project.ask('POST', '/items/notes', { title, body: text });
    expect([status, body.data]).toEqual([200, expect.objectContaining({ title, body: text })]);
  });
});

describe('a token in a body', () => {
  const TOKEN = 'token-of-somebody-without-rights';
  beforeAll(async () => {
    const { body } = await project.ask('POST', '/roles', { name: 'Nobody' });
    const role = (body.data as { id: number }).id;
    await project.write('POST', '/users', {
      first_name: 'No',
      last_name: 'Body',
      email: 'nobody@example.com',
      password: 'secret-1',
      role,
      status: 'active',
      token: TOKEN,
    });
    const title = { field: 'title', type: 'string', datatype: 'MEDIUMTEXT' };
    await project.ask('POST', '/collections', { collection: 'closed', fields: [id, title, text('access_token')] });
  });
  const titled = (token: string, bytes: number) => ({ access_token: token, title: 'x'.repeat(bytes) });
  const json = (token: string, bytes: number) => JSON.stringify(titled(token, bytes));
  const form = (token: string, bytes: number) => String(new URLSearchParams(titled(token, bytes)));

  it.each([
    ['JSON', 'application/json', json, []],
    ['a form', 'application/x-www-form-urlencoded', form, []],
    ['JSON of unknown length', 'application/json', json, ['Transfer-Encoding: chunked']],
  ])('of %s decides over one in the header, however long the body is', async (_what, type, written, headers) => {
    const status = async (token: string, bytes: number): Promise<number> => {
      const text = written(token, bytes);
      const framed = headers.length > 0 ? `${chunked(text)}${chunked('')}` : text;
      const length = headers.length > 0 ? headers : [`Content-Length: ${text.length}`];
      const head = [
        `POST /${project.key}/items/closed HTTP/1.1`,
        'Host: 127.0.0.1',
        'Connection: close',
        `Content-Type: ${type}`,
        'Authorization: Bearer tests-admin-token',
        ...length,
      ];
      return (await new RawClient(server.base).write(`${head.join('\r\n')}\r\n\r\n${framed}`).answer()).status;
    };
    for (const bytes of [10, 70 * KILOBYTE]) expect([bytes, await status(TOKEN, bytes)]).toEqual([bytes, 403]);
    expect(await status('no-token', 10)).toBe(401);
    expect(await status('no-token', 70 * KILOBYTE)).toBe(413);
    expect(await status('', 10)).toBe(200);
  });
});

describe('a body of another encoding than UTF-8', () => {
  const send = (path: string, text: string, type = 'application/json') =>
    fetch(`${server.base}/${project.key}${path}?access_token=tests-admin-token`, {
      method: 'POST',
      headers: { 'Content-Type': `${type}; charset=ISO-8859-1` },
      body: Buffer.from(text, 'latin1'),
    });

  it.each([
    ['short JSON', '{"title":"caf\xe9"}', 'application/json'],
    ['long JSON', `{"title":"caf\xe9","body":"${'x'.repeat(100_000)}"}`, 'application/json'],
    ['a form', 'title=caf\xe9', 'application/x-www-form-urlencoded'],
  ])('is refused where it is needed, and changes nothing: %s', async (_, text, type) => {
    const before = await project.digest();
    const answer = await send('/items/notes', text, type);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ error: { code: 13, message: expect.stringContaining('UTF-8') } });
    expect((await send('/auth/logout', text, type)).status).toBe(200);
    expect(await project.digest()).toBe(before);
  });
});

describe('a compressed body', () => {
  const send = async (path: string, body: Buffer, headers: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${server.base}/${project.key}${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer tests-admin-token', 'Content-Type': 'application/json', ...headers },
      body: new Uint8Array(body),
    });
    const text = await answer.text();
    return { status: answer.status, accepted: answer.headers.get('accept-encoding'), text };
  };
  const short = gzipSync('{"title":"x"}');
  const long = gzipSync(Buffer.from(`{"title":"x","body":"${randomBytes(100_000).toString('hex')}"}`));
  const refused = {
    status: 415,
    accepted: 'identity',
    text: expect.stringMatching(/^\{"error":\{"code":13,"message":"[^"]*uncompressed/),
  };

  it.each([
    ['short JSON', '/items/notes', short, {}],
    ['long JSON', '/items/notes', long, {}],
    ['several codings', '/items/notes', short, { 'Content-Encoding': 'identity, GZIP' }],
    ['a form', '/items/notes', gzipSync('title=x'), { 'Content-Type': 'application/x-www-form-urlencoded' }],
    ['a form with files', '/files', gzipSync('--b--'), { 'Content-Type': 'multipart/form-data; boundary=b' }],
    ['a form of fields', '/items/notes', gzipSync('--b--'), { 'Content-Type': 'multipart/form-data; boundary=b' }],
  ])('is refused if the route needs a body, and the answer says what to do: %s', async (_what, path, body, headers) => {
    const before = await project.digest();
    expect(await send(path, body, { 'Content-Encoding': 'gzip', ...headers })).toEqual(refused);
    expect(await project.digest()).toBe(before);
  });

  it('is ignored if the route needs no body, as is an encoding that changes nothing', async () => {
    expect(await send('/auth/logout', short, { 'Content-Encoding': 'gzip' })).toMatchObject({ status: 200 });
    const plain = await send('/items/notes', Buffer.from('{"title":"plain"}'), { 'Content-Encoding': 'Identity' });
    expect(plain).toMatchObject({ status: 200, text: expect.stringContaining('plain') });
  });
});

describe('a list', () => {
  it('that is long is parsed exactly as it was sent', async () => {
    const titles = Array.from({ length: 3_000 }, (_, index) => `${index} é [{,"\\`);
    const { body } = await project.ask(
      'POST',
      '/items/notes',
      `\uFEFF${JSON.stringify(titles.map((title) => ({ title })))}`,
    );
    expect((body.data as { title: string }[]).map(({ title }) => title)).toEqual(titles);
  });

  it('of more items than can be read back is refused, and leaves nothing', async () => {
    const before = await project.digest();
    const { status, body } = await project.ask('POST', '/items/notes', Array(20_001).fill({}));
    expect([status, body.error?.code]).toEqual([413, 13]);
    expect(await project.digest()).toBe(before);
  });

  it('of non-objects is refused, and so is the deletion of invalid keys', async () => {
    const listed = await project.ask('POST', '/permissions', [1, 2]);
    expect([listed.status, listed.body.error?.code]).toEqual([422, 12]);
    const all = await project.ask('DELETE', '/permissions/all');
    expect([all.status, all.body.error?.code]).toEqual([404, 203]);
  });
});

describe('names', () => {
  it.each([
    ['/collections', { collection: ['a'], fields: [id] }],
    ['/collections', { collection: 5, fields: [id] }],
    ['/fields/notes', { field: ['a'], type: 'string', datatype: 'VARCHAR', length: 5 }],
    ['/fields/notes', { field: 'a', type: ['string'], datatype: 'VARCHAR', length: 5 }],
    ['/fields/notes', { field: 'a', type: 'string', datatype: { toString: 1 }, length: 5 }],
    ['/auth/refresh', { token: ['a'] }],
    ['/auth/refresh', { token: { toString: 1 } }],
    ['/utils/hash', { string: 'a', hasher: ['core'] }],
  ])('are texts: POST %s %j', async (path, sent) => {
    const { status, body } = await project.ask('POST', path, sent);
    expect([status, body.error?.code]).toEqual([422, 4]);
  });
});

describe('an invalid content type', () => {
  const ask = async (method: string, path: string, type: string, body: string) => {
    const headers = { Authorization: 'Bearer tests-admin-token', 'Content-Type': type };
    const answer = await fetch(`${server.base}/${project.key}${path}`, { method, headers, body });
    const { error } = (await answer.json()) as { error?: { code: number } };
    return [answer.status, error?.code];
  };

  it.each(['json', 'x', 'multipart/', 'a b/c', '/', 'json; charset=utf-8'])(
    'is ignored if no body is needed, and otherwise is not JSON: %s',
    async (type) => {
      for (const body of ['', '{}', 'x'.repeat(70 * KILOBYTE)]) {
        expect(await ask('POST', '/auth/logout', type, body)).toEqual([200, undefined]);
        expect(await ask('DELETE', '/items/notes/999999', type, body)).toEqual([404, 203]);
        expect(await ask('POST', '/items/notes', type, body)).toEqual([400, 13]);
      }
    },
  );
});

describe('a body that cannot be used', () => {
  const post = async (body: string, headers: Record<string, string>) => {
    const init = { method: 'POST', headers: { Authorization: 'Bearer tests-admin-token', ...headers }, body };
    const answer = await fetch(`${server.base}/${project.key}/items/notes`, init);
    const { error } = (await answer.json()) as { error: { code: number; message: string } };
    return { status: answer.status, ...error };
  };
  const json = { 'Content-Type': 'application/json' };
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };

  it.each([
    ['nothing', '', json, /no body/],
    ['broken JSON', '{"title":', json, /not valid JSON/],
    ['JSON without its type', '{"title":"x"}', { 'Content-Type': 'text/plain' }, /Content-Type: application\/json/],
    ['JSON as a form', '{"title":"x"}', form, /Content-Type: application\/json/],
    ['a number', '1', json, /Invalid or Empty Payload$/],
    [
      'a type like that of JSON',
      '{"title":"x"}',
      { 'Content-Type': 'application/json-seq' },
      /Content-Type: application\/json/,
    ],
  ])('says why: %s', async (_what, body, headers, message) => {
    expect(await post(body, headers)).toEqual({ status: 400, code: 13, message: expect.stringMatching(message) });
  });
});
