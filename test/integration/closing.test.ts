import { Agent, get, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { closeServer, endIdleConnections } from '../../src/http/close.ts';
import { deferred } from '../support/deferred.ts';
import * as fields from '../support/fields.ts';
import { ADMIN_TOKEN, TestProject } from '../support/project.ts';
import { startServer } from '../support/running.ts';

const SOONER_THAN_CONNECTIONS_ARE_GIVEN_UP_MS = 8_000;

it(
  'a server closes when its last answer has been sent, although the client keeps its connection',
  async () => {
    const http = fastify({ keepAliveTimeout: 72_000, forceCloseConnections: 'idle' });
    const asked = deferred();
    const answerNow = deferred();
    http.addHook('preClose', () => endIdleConnections(http.server, 0));
    http.get('/', async (_request, reply) => {
      reply.hijack();
      reply.raw.write('begun');
      asked.resolve();
      await answerNow.promise;
      reply.raw.end();
    });
    await http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = http.server.address() as AddressInfo;
    const agent = new Agent({ keepAlive: true });
    const status = new Promise((done) => {
      get({ host: '127.0.0.1', port, agent }, (answer) => answer.resume().on('end', () => done(answer.statusCode)));
    });
    await asked.promise;
    const closed = closeServer(http);
    await expect.poll(() => http.server.listening).toBe(false);
    answerNow.resolve();
    expect(await status).toBe(200);
    await closed;
    agent.destroy();
  },
  SOONER_THAN_CONNECTIONS_ARE_GIVEN_UP_MS,
);

it('an answer that is sent while the server closes says so, also to a client that has written before', async () => {
  const server = await startServer();
  onTestFinished(() => server.stop());
  const project = new TestProject(server);
  await project.create({ db_type: 'sqlite' });
  await project.write('POST', '/collections', { collection: 'notes', fields: [fields.id, fields.text('title')] });
  const agent = new Agent({ keepAlive: true });
  const write = () =>
    new Promise<IncomingMessage>((done, fail) => {
      const body = '{"title":"one"}';
      const headers = { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' };
      const asked = request(`${server.base}/${project.key}/items/notes`, { agent, method: 'POST', headers });
      asked.on('response', (answer) => answer.resume().on('end', () => done(answer)));
      asked.on('error', fail).end(body);
    });
  expect((await write()).headers.connection).toBe('keep-alive');
  expect((await write()).headers.connection).toBe('keep-alive');
  const { database } = await project.opened();
  const { transaction } = database;
  const [begun, continued] = [deferred(), deferred()];
  database.transaction = async (work, lock) => {
    begun.resolve();
    await continued.promise;
    return transaction.call(database, work, lock) as ReturnType<typeof work>;
  };
  const written = write();
  await begun.promise;
  const closed = closeServer(server.app.http);
  await expect.poll(() => server.app.http.server.listening).toBe(false);
  continued.resolve();
  const { statusCode, headers } = await written;
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  await closed;
  agent.destroy();
});

it('a server that stops answers requests on idle connections for a moment, and accepts no new connections', async () => {
  const server = await startServer({}, undefined, { idleMs: 60_000 });
  onTestFinished(() => server.stop());
  const { port } = server.app.http.server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ping = (options: { readonly agent: Agent | false }) =>
    new Promise<IncomingMessage>((done, fail) => {
      const asked = get({ host: '127.0.0.1', port, path: '/server/ping', ...options });
      asked.on('response', (answer) => answer.resume().on('end', () => done(answer))).on('error', fail);
    });
  expect((await ping({ agent })).headers.connection).toBe('keep-alive');
  const closed = closeServer(server.app.http);
  await expect.poll(() => server.app.http.server.listening).toBe(false);
  await expect(ping({ agent: false })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  const { statusCode, headers } = await ping({ agent });
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
  // The last connection has ended, so nothing is left to wait for.
  await closed;
  agent.destroy();
});
