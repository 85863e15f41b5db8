import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { closeServer } from '../../src/http/close.ts';
import { deferred } from '../support/deferred.ts';

const SOONER_THAN_CONNECTIONS_ARE_GIVEN_UP_MS = 8_000;

it(
  'a server closes when its last answer has been sent, although the client keeps its connection',
  async () => {
    const http = fastify({ keepAliveTimeout: 72_000, forceCloseConnections: 'idle' });
    const asked = deferred();
    const answerNow = deferred();
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
