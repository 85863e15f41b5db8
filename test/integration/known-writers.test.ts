import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { HashThread } from '../../src/auth/hash-thread.ts';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';
import { addReader, type Reply, send } from '../support/signing-in.ts';

const WRITER = 'a-token-of-a-writer';
/** Headers that belong to one response, or to its connection. */
const OWN = ['x-request-id', 'server-timing', 'date', 'connection', 'keep-alive'];

type Headed = Readonly<Record<string, string>>;

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });
const shared = (headers: Iterable<[string, string]>): [string, string][] =>
  [...headers].filter(([name]) => !OWN.includes(name)).sort();

onEveryEngine('writes by known clients', ({ server, project, prepare }) => {
  prepare(() => ({ server: { responseCache: 0 } }));

  let permission: number;
  let writer: number;
  beforeAll(async () => {
    const key = { field: 'id', type: 'integer', datatype: 'int', length: 10, primary_key: true, auto_increment: true };
    const text = (field: string) => ({ field, type: 'string', datatype: 'varchar', length: 100 });
    const fields = [key, text('title'), text('extra'), text('access_token')];
    await project.write('POST', '/collections', { collection: 'notes', fields });
    await project.write('POST', '/items/notes', [{ title: 'one' }, { title: 'two' }]);
    const role = await addReader(project, WRITER);
    const full = { create: 'full', read: 'full', update: 'full' };
    permission = (await project.write<{ id: number }>('POST', '/permissions', { role, collection: 'notes', ...full }))
      .id;
    const code = { field: 'code', type: 'hash', datatype: 'varchar', length: 255 };
    await project.write('POST', '/collections', { collection: 'codes', fields: [key, text('title'), code] });
    await project.write('POST', '/items/codes', { title: 'first' });
    await project.write('POST', '/permissions', { role, collection: 'codes', ...full });
    const [person] = await project.read<{ id: number }[]>(`/users?filter[role]=${role}&fields=id`);
    writer = person?.id ?? 0;
  });

  const ask = (method: string, path: string, body: unknown, headers: Headed = bearer(WRITER)): Promise<Reply> =>
    send(server, project, method, path, { headers, body });
  /** Only the framework reports how long it took to identify the caller. */
  const isDirect = ({ headers }: Reply): boolean => headers.get('server-timing')?.startsWith('work;') === true;
  const shownOf = ({ status, text, headers }: Reply) => ({ status, text, headers: shared(headers) });

  /** Writes until the client is known. */
  async function known(headers: Headed = bearer(WRITER)): Promise<void> {
    const same = { title: 'known' };
    for (const [method, path] of [
      ['POST', '/items/notes'],
      ['PATCH', '/items/notes/1'],
    ] as const)
      await expect.poll(async () => isDirect(await ask(method, path, same, headers))).toBe(true);
  }
  beforeEach(() => known());

  /** The framework's response to the same request. */
  async function ordinary(method: 'POST' | 'PATCH', path: string, payload: string | object, headers: Headed) {
    const url = `/${project.key}${path}`;
    const all = { 'content-type': 'application/json', ...headers, host: new URL(server.base).host };
    const answer = await server.app.http.inject({ method, url, headers: all, payload });
    const answered = Object.entries(answer.headers as Record<string, string>);
    return { status: answer.statusCode, text: answer.body, headers: shared(answered) };
  }

  const count = async (path: string): Promise<number> => (await project.read<unknown[]>(`${path}limit=-1`)).length;
  const counts = async () => [
    await count('/items/notes?'),
    await count('/activity?filter[collection]=notes&'),
    await count('/revisions?filter[collection]=notes&'),
  ];

  it.each(['/items/notes/1', '/items/notes/1?fields=title', '/items/notes/1?fields=id,extra&meta=*'])(
    'are answered without the framework, and exactly as by it: %s',
    async (path) => {
      for (const headers of [
        bearer(WRITER),
        bearer(ADMIN_TOKEN),
        { ...bearer(WRITER), Origin: 'https://app.example.com' },
      ]) {
        const body = { title: 'the same', extra: 'é' };
        await ask('PATCH', path, body, headers);
        const direct = await ask('PATCH', path, body, headers);
        expect(isDirect(direct)).toBe(true);
        expect(shownOf(direct)).toEqual(await ordinary('PATCH', path, body, headers));
      }
    },
  );

  it('create what was sent, with activity and revision', async () => {
    const [items = 0, activity = 0, revisions = 0] = await counts();
    const direct = await ask('POST', '/items/notes', { title: 'new', extra: 'ü' });
    expect(isDirect(direct)).toBe(true);
    const { id, ...rest } = JSON.parse(direct.text).data;
    expect(rest).toEqual({ title: 'new', extra: 'ü', access_token: null });
    expect(await counts()).toEqual([items + 1, activity + 1, revisions + 1]);
    const [entry] = await project.read<{ ip: string; user_agent: string; action: string }[]>(
      `/activity?filter[collection]=notes&filter[item]=${id}`,
    );
    expect(entry).toMatchObject({ action: 'create', ip: 'localhost' });
    expect(entry?.user_agent).not.toBe('');
  });

  it.each([
    ['a field that does not exist', 'PATCH', '/items/notes/1', { nothing: 1 }, {}],
    ['a value of another type', 'POST', '/items/notes', { title: { a: 1 } }, {}],
    ['a missing item', 'PATCH', '/items/notes/99999', { title: 'x' }, {}],
    ['no JSON', 'POST', '/items/notes', '{"title"', {}],
    ['too much nesting', 'POST', '/items/notes', `${'['.repeat(300)}${']'.repeat(300)}`, {}],
    ['a text', 'POST', '/items/notes', '"title"', {}],
    ['two media types', 'POST', '/items/notes', { title: 'x' }, { 'Content-Type': 'application/json, text/plain' }],
    ['a state that is not current', 'PATCH', '/items/notes/1', { title: 'x' }, { 'If-Match': '"other"' }],
    ['a wrong idempotency key', 'POST', '/items/notes', { title: 'x' }, { 'Idempotency-Key': 'a b' }],
    ['a view', 'POST', '/items/notes', { title: 'x' }, { 'Octavo-View-As': '1' }],
    ['an unknown parameter', 'PATCH', '/items/notes/1?where=x', { title: 'known' }, {}],
  ] as const)('ask the framework about %s, and write at most once', async (_, method, path, sent, headers) => {
    const all = { ...bearer(WRITER), ...headers };
    const payload = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const before = await counts();
    const url = `${server.base}/${project.key}${path}`;
    const answer = await fetch(url, { method, headers: { 'Content-Type': 'application/json', ...all }, body: payload });
    const direct = { status: answer.status, text: await answer.text(), headers: shared(answer.headers) };
    expect(direct).toEqual(await ordinary(method, path, payload, all));
    expect(answer.headers.get('server-timing')).not.toMatch(/^work;/);
    if (answer.status !== 200) expect(await counts()).toEqual(before);
  });

  it('take the ordinary path for lists, comments and repeated keys', async () => {
    const list = await ask('POST', '/items/notes', [{ title: 'a' }, { title: 'b' }]);
    expect([list.status, isDirect(list), JSON.parse(list.text).data.length]).toEqual([200, false, 2]);
    const commented = await ask('PATCH', '/items/notes/1?comment=why', { title: 'commented' });
    expect([commented.status, isDirect(commented)]).toEqual([200, false]);
    const once = { ...bearer(WRITER), 'Idempotency-Key': 'known-writers' };
    const first = await ask('POST', '/items/notes', { title: 'once' }, once);
    const again = await ask('POST', '/items/notes', { title: 'once' }, once);
    expect(again.text).toBe(first.text);
  });

  it('are not recognised by a token in a body, which counts for one request', async () => {
    const [method, path] = ['PATCH', '/items/notes/1'];
    for (let time = 0; time < 3; time++) {
      const written = await ask(method, path, { title: 'known', access_token: WRITER }, {});
      expect([written.status, isDirect(written)]).toEqual([200, false]);
    }
    const before = await counts();
    expect((await ask(method, path, { title: 'of the public' }, {})).status).toBe(404);
    expect(await counts()).toEqual(before);
    // It takes precedence over the one in the header. (Contract, A-1.)
    expect((await ask(method, path, { title: 'with another', access_token: 'no-such-token' })).status).toBe(404);
    expect(await counts()).toEqual(before);
  });

  it('are read to the end if the body arrives later', async () => {
    const body = JSON.stringify({ title: 'in two parts' });
    const { port } = new URL(server.base);
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    const head = [
      `PATCH /${project.key}/items/notes/2 HTTP/1.1`,
      `Host: 127.0.0.1:${port}`,
      `Authorization: Bearer ${WRITER}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
    await new Promise((done) => setTimeout(done, 50));
    socket.write(body.slice(5));
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    expect(answer.toString()).toContain('"title":"in two parts"');
  });

  it('are refused as soon as permissions change, and then write nothing', async () => {
    for (const denied of ['create', 'update']) {
      await known();
      await project.write('PATCH', `/permissions/${permission}`, { [denied]: 'none' });
      const before = await counts();
      const [method, path] = denied === 'create' ? ['POST', '/items/notes'] : ['PATCH', '/items/notes/1'];
      expect((await ask(method, path, { title: 'denied' })).status).toBe(403);
      expect(await counts()).toEqual(before);
      await project.write('PATCH', `/permissions/${permission}`, { [denied]: 'full' });
    }
  });

  it('return nothing if the caller may not read', async () => {
    await project.write('PATCH', `/permissions/${permission}`, { read: 'none' });
    const answer = await ask('POST', '/items/notes', { title: 'unseen' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await ordinary('POST', '/items/notes', { title: 'unseen' }, bearer(WRITER))).status).toBe(204);
    await project.write('PATCH', `/permissions/${permission}`, { read: 'full' });
  });

  it.each([
    ['POST', '/items/codes', { title: 'late', code: 'x' }, true],
    ['PATCH', '/items/codes/1', { title: 'late', code: 'x' }, true],
    ['POST', '/items/codes', [{ title: 'late', code: 'x' }, { title: 'late' }], false],
    ['PATCH', '/items/codes', [{ id: 1, title: 'late', code: 'x' }], false],
  ] as const)('are refused if access ends while values are hashed: %s %s', async (method, path, body, direct) => {
    if (direct) await expect.poll(async () => isDirect(await ask(method, path, { title: 'known' }))).toBe(true);
    const before = await project.read('/items/codes?fields=id,title');
    const hashing = vi.spyOn(HashThread.prototype, 'run').mockImplementationOnce(async () => {
      await project.write('PATCH', `/users/${writer}`, { status: 'suspended' });
      return 'a hash' as never;
    });
    const { status, body: answer } = await ask(method, path, body);
    hashing.mockRestore();
    await project.write('PATCH', `/users/${writer}`, { status: 'active' });
    expect([status, answer.error?.code]).toEqual([401, 108]);
    expect(await project.read('/items/codes?fields=id,title')).toEqual(before);
  });
});
