import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { id } from '../support/fields.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN } from '../support/project.ts';

const { server, project, prepare } = harnessOn('sqlite');
prepare(() => ({ server: { responseCache: 0 }, times: { stalledMs: 300, checkMs: 50 } }));

const LONG = 1_000_000;
const ANSWER = /HTTP\/1\.1 (\d+) [^\r]*\r\n((?:[^\r]+\r\n)*)\r\n/;

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The responses in the bytes of a connection, split where their headers say that they end. */
function answersIn(bytes: Buffer): Answer[] {
  const text = bytes.toString('latin1');
  const answers: Answer[] = [];
  for (let at = 0; at < text.length; ) {
    const [head = '', status, lines = ''] = ANSWER.exec(text.slice(at)) ?? [];
    const headers = Object.fromEntries(
      Array.from(lines.matchAll(/([^:\r\n]+): ([^\r]*)\r\n/g), ([, name = '', value = '']) => [
        name.toLowerCase(),
        value,
      ]),
    );
    const begin = at + head.length;
    const end = begin + Number(headers['content-length'] ?? 0);
    if (head === '' || end > text.length) break;
    answers.push({ status: Number(status), headers, body: bytes.toString('utf8', begin, end) });
    at = end;
  }
  return answers;
}

describe('the answers to a known client', () => {
  let socket: Socket;
  let received: Buffer;
  afterEach(() => socket.destroy());

  beforeAll(async () => {
    const body = { field: 'body', type: 'string', datatype: 'MEDIUMTEXT' };
    await project.write('POST', '/collections', { collection: 'texts', fields: [id, body] });
    const items = ['é and 漢字', 'b'.repeat(10_000), 'ü'.repeat(10_000), 'x'.repeat(LONG)].map((text) => ({
      body: text,
    }));
    await project.write('POST', '/items/texts', items);
  });

  function open(): void {
    const { hostname, port } = new URL(server.base);
    socket = connect({ host: hostname, port: Number(port) });
    received = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk]);
    });
    socket.on('error', () => {});
  }

  const request = (key: number, { version = '1.1', headers = '' } = {}): string =>
    `GET /${project.key}/items/texts/${key} HTTP/${version}\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n${headers}\r\n`;

  async function answers(count: number): Promise<Answer[]> {
    await expect.poll(() => answersIn(received).length).toBe(count);
    return answersIn(received);
  }

  /** Opens a connection whose client is known. */
  async function openKnown(): Promise<void> {
    open();
    socket.write(request(1));
    await answers(1);
    socket.write(request(1));
    const [, { headers } = { headers: {} as Answer['headers'] }] = await answers(2);
    expect(headers['server-timing']).toMatch(/^work;/);
    received = Buffer.alloc(0);
  }

  it('are complete, whatever they contain, and leave the connection open', async () => {
    await openKnown();
    const texts = ['é and 漢字', 'b'.repeat(10_000), 'ü'.repeat(10_000)];
    for (const [index, text] of texts.entries()) {
      socket.write(request(index + 1));
      const answer = (await answers(index + 1))[index];
      expect([answer?.status, JSON.parse(answer?.body ?? '')]).toEqual([200, { data: { id: index + 1, body: text } }]);
      const { connection, 'keep-alive': kept, date = '' } = answer?.headers ?? {};
      expect([connection, kept]).toEqual(['keep-alive', 'timeout=72']);
      expect(Math.abs(Date.parse(date) - Date.now())).toBeLessThan(60_000);
    }
  });

  it('come in the order of pipelined requests', async () => {
    await openKnown();
    socket.write([3, 2, 1, 2, 3].map((key) => request(key)).join(''));
    const bodies = (await answers(5)).map(({ body }) => (JSON.parse(body) as { data: { id: number } }).data.id);
    expect(bodies).toEqual([3, 2, 1, 2, 3]);
  });

  it('may be 304, after which the next request is answered', async () => {
    await openKnown();
    socket.write(request(1));
    const tag = (await answers(1))[0]?.headers.etag ?? '';
    socket.write(request(1, { headers: `If-None-Match: ${tag}\r\n` }));
    const second = (await answers(2))[1];
    expect([second?.status, second?.headers['content-type'], second?.headers.etag]).toEqual([304, undefined, tag]);
    socket.write(request(2));
    expect((await answers(3))[2]?.status).toBe(200);
  });

  it.each([
    ['asks to close it', { headers: 'Connection: close\r\n' }],
    ['speaks HTTP/1.0', { version: '1.0' }],
  ])('end the connection of a client that %s', async (_, how) => {
    await openKnown();
    const ended = once(socket, 'end');
    socket.write(request(2, how));
    await ended;
    const [answer, ...others] = answersIn(received);
    expect([answer?.status, answer?.headers.connection, others.length]).toEqual([200, 'close', 0]);
  });

  it('end a connection whose client sends requests but reads nothing', async () => {
    await openKnown();
    const { server: http } = server.app.http;
    const count = (): Promise<number> => new Promise((done) => http.getConnections((_error, open) => done(open)));
    const others = (await count()) - 1;
    socket.pause();
    socket.write(request(4).repeat(100));
    await expect.poll(count).toBeLessThanOrEqual(others);
  });
});
