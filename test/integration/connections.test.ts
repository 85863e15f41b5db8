import { once } from 'node:events';
import { request } from 'node:http';
import type { Socket } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { ClientErrors } from '../../src/http/hooks/client-errors.ts';
import { id } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { createTestProject } from '../support/project.ts';
import { RawClient } from '../support/raw-client.ts';
import { startServer } from '../support/running.ts';

const TIMES = { headersMs: 300, bodyMs: 300, stalledMs: 300, checkMs: 50, lingerMs: 100 };
/** Far longer than the server takes, but far shorter than its usual timeouts. */
const SOON_MS = 10_000;

const { server, project, prepare } = harnessOn('sqlite');
prepare(() => ({ times: TIMES }));
beforeAll(async () => {
  const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
  await project.ask('POST', '/collections', { collection: 'texts', fields: [id, body] });
  await project.ask('POST', '/items/texts', { body: 'x'.repeat(8_000_000) });
});

const CHUNKED = 'Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n';
const AUTHORIZED = 'Authorization: Bearer tests-admin-token\r\n';
const post = (headers: string): string =>
  `POST /${project.key}/items/texts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n`;
const upload = (headers: string): string =>
  `POST /${project.key}/files HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=b\r\n${headers}\r\n` +
  '--b\r\nContent-Disposition: form-data; name="data"; filename="a.txt"\r\n\r\n';

describe('a connection', { timeout: SOON_MS }, () => {
  const dripped: readonly (readonly [string, () => string, string, number])[] = [
    ['nothing', () => '', '', 408],
    ['headers', () => 'GET / HTTP/1.1\r\n', 'X-A: b\r\n', 408],
    ['a short body', () => post('Content-Length: 1000\r\n'), ' ', 408],
    ['a short body of somebody known', () => post(`${AUTHORIZED}Content-Length: 1000\r\n`), ' ', 408],
    ['a long body of somebody known', () => post(`${AUTHORIZED}Content-Length: 100000\r\n`), ' ', 408],
    ['a body in chunks', () => post('Transfer-Encoding: chunked\r\n'), '1\r\n \r\n', 408],
    ['a file', () => upload(`${AUTHORIZED}Content-Length: 1000000\r\n`), 'x', 408],
    ['a file of a stranger', () => upload('Content-Length: 1000000\r\n'), 'x', 403],
  ];
  for (const [what, head, drop, status] of dripped) {
    it(`whose ${what} arrives drop by drop gets an answer and is closed`, async () => {
      const answer = await new RawClient(server.base).write(head()).drip(drop, 20).answer();
      expect([answer.status, answer.headers.connection]).toEqual([status, 'close']);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { message: expect.any(String) } });
    });
  }

  it('ends if its client reads nothing of the answer', async () => {
    const connected = new Promise<Socket>((done) => server.app.http.server.once('connection', done));
    const client = new RawClient(server.base);
    client.socket.pause();
    client.write(`GET /${project.key}/items/texts/1 HTTP/1.1\r\nHost: x\r\n${AUTHORIZED}\r\n`);
    await once(await connected, 'close');
    client.socket.destroy();
  });

  it.each([
    ['headers that are too large', `GET / HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['what is no HTTP', 'hello\r\n\r\n', 400],
    ['a length that is none', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: x\r\n\r\n', 400],
    ['a signed length', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +5\r\n\r\nhello', 400],
    ['two lengths', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!', 400],
    ['a length and chunks', `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n${CHUNKED}`, 400],
    ['an unknown coding of the body', `POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED.replace(' ', ' gzip, ')}`, 400],
    ['a misspelt coding of the body', `POST / HTTP/1.1\r\nHost: x\r\n${CHUNKED.replace(' ', ' x')}`, 400],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n', 400],
    ['no host', 'GET / HTTP/1.1\r\nX-A: x\r\n\r\n', 400],
    ['a space before a colon', 'GET / HTTP/1.1\r\nHost : x\r\n\r\n', 400],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: x\r\nX-A: a\r\n b\r\n\r\n', 400],
    ['lines that end in a line feed alone', 'GET / HTTP/1.1\nHost: x\n\n', 400],
  ])('gets an error in the usual shape for %s', async (_what, bytes, status) => {
    const answer = await new RawClient(server.base).write(bytes).answer();
    expect([answer.status, answer.headers['content-type']]).toEqual([status, 'application/json; charset=utf-8']);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: 2, message: expect.any(String) } });
  });

  it('has every header of its requests read, however many there are', async () => {
    const many = 'X-A:\r\n'.repeat(2_000);
    const behind = ['If-Match: "another"', 'Connection: close', 'Content-Length: 12'].join('\r\n');
    const head = post(`${AUTHORIZED}${many}${behind}\r\n`)
      .replace('POST', 'PATCH')
      .replace('/items/texts', '/items/texts/1');
    const answer = await new RawClient(server.base).write(`${head}{"body":"x"}`).answer();
    expect([answer.status, JSON.parse(answer.body).error.code]).toEqual([412, 12]);
  });

  it('is told to close while the server is closing', async () => {
    const closing = await startServer();
    const other = await createTestProject(closing, { db_type: 'sqlite' });
    const asked = request(`${closing.base}/${other.key}/utils/hash`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Content-Length': 14 },
    });
    const answer = new Promise<string | undefined>((done) =>
      asked.on('response', (response) => done(response.resume().headers.connection)),
    );
    asked.write('{"string"');
    await new Promise((done) => closing.app.http.server.once('request', done));
    const stopped = closing.stop();
    await new Promise<void>((done) => {
      const look = (): void => void (closing.app.http.server.listening ? setImmediate(look) : done());
      look();
    });
    asked.end(':"x"}');
    expect(await answer).toBe('close');
    await stopped;
  });

  it('gets no error in the middle of an answer', () => {
    const written: string[] = [];
    const socket = { writable: true, end: (text: string) => written.push(text), destroy: () => written.push('ended') };
    const errors = new ClientErrors();
    errors.begin({ headersSent: true, writableFinished: false } as never, socket as never);
    errors.answer(Object.assign(new Error('x'), { code: 'HPE_INVALID_METHOD' }), socket as never);
    expect(written).toEqual(['ended']);
  });
});

describe('a wrong method', () => {
  it('lists the right ones', async () => {
    const answer = await fetch(`${server.base}/${project.key}/items/texts/1`, { method: 'PUT' });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
  });
});
