import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseBodies } from '../../../../src/http/hooks/parse-body.ts';
import { receiveBodies } from '../../../../src/http/hooks/receive-body.ts';

const LIMIT = 3_000_000;
const LARGE = 'é'.repeat(1_000_000);

let app: FastifyInstance;
let base: string;
let atOnce: number;
let most: number;
let begun: () => void;
let isBegun: Promise<void>;
let finish: () => void;

beforeEach(async () => {
  atOnce = 0;
  most = 0;
  isBegun = new Promise((done) => {
    begun = done;
  });
  const mayFinish = new Promise<void>((done) => {
    finish = done;
  });
  app = fastify({ bodyLimit: LIMIT, forceCloseConnections: true });
  parseBodies(app, null);
  receiveBodies(app, { limits: { publicBytes: 1000, bytes: LIMIT }, isAuthenticated: async () => true });
  app.post('/large', async ({ body }) => {
    atOnce++;
    most = Math.max(most, atOnce);
    begun();
    await mayFinish;
    atOnce--;
    return { same: (body as { text: string }).text === LARGE };
  });
  app.post('/small', async ({ body }) => body);
  base = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => app.close());

function post(path: string, body: unknown): Promise<Response> {
  const headers = { 'Content-Type': 'application/json' };
  return fetch(`${base}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Sends a body of unknown length. */
function stream(path: string, chunks: readonly string[]): Promise<Response> {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body, duplex: 'half' };
  return fetch(`${base}${path}`, init as RequestInit);
}

it('receives large bodies one after the other, and small ones at the same time', async () => {
  const answers = [1, 2, 3, 4].map(() => post('/large', { text: LARGE }));
  await isBegun;
  // Anything that did not have to wait would have begun in the meantime.
  for (let round = 0; round < 50; round++) expect(await (await post('/small', { round })).json()).toEqual({ round });
  finish();
  for (const answer of answers) expect(await (await answer).json()).toEqual({ same: true });
  expect(most).toBe(1);
});

it('makes nobody wait for a client that has disconnected', async () => {
  const gone = new AbortController();
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify({ text: LARGE });
  const lost = fetch(`${base}/large`, { method: 'POST', headers, body, signal: gone.signal });
  await isBegun;
  gone.abort();
  await expect(lost).rejects.toThrow();
  const isNext = new Promise<void>((done) => {
    begun = done;
  });
  const next = post('/large', { text: LARGE });
  await isNext;
  finish();
  expect((await next).status).toBe(200);
});

it('accepts bodies of undeclared length', async () => {
  finish();
  expect(await (await stream('/small', ['{"a":', '1}'])).json()).toEqual({ a: 1 });
  expect(await (await stream('/large', ['{"text":"', LARGE, '"}'])).json()).toEqual({ same: true });
});

it('refuses bodies beyond the limit', async () => {
  expect((await post('/small', { text: LARGE + LARGE })).status).toBe(413);
  expect((await stream('/small', ['"', LARGE, LARGE, '"'])).status).toBe(413);
});
