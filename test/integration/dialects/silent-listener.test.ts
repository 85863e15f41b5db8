import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, inject, it, onTestFinished } from 'vitest';
import { Listener } from '../../../src/dialects/postgres/listener.ts';
import type { PostgresAddress } from '../../support/engines/postgres.ts';

/** Passes connections on until `silence` is called, and keeps those of then open without passing anything on. */
async function frontOf(host: string, port: number) {
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const database = connect(port, host);
    for (const socket of [client, database]) socket.on('error', () => {});
    client.pipe(database).pipe(client);
    sockets.push(client, database);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const silence = (): void => {
    for (const socket of sockets) socket.unpipe();
  };
  return { port: (server.address() as AddressInfo).port, silence };
}

const given = inject('engines').postgres;

it.skipIf(!given)(
  'a listening session that goes silent counts as lost, and is replaced',
  { timeout: 60_000 },
  async () => {
    const { db_host: host, db_port: port, db_user: user, db_password: password } = given as unknown as PostgresAddress;
    const front = await frontOf(host, port);
    const listener = new Listener({ host: '127.0.0.1', port: front.port, user, password, name: 'postgres' });
    onTestFinished(() => listener.close());
    await listener.start();
    expect(await listener.takeChanged()).toBe(false);
    front.silence();
    await expect.poll(() => listener.takeChanged(), { timeout: 30_000, interval: 100 }).toBe(true);
    expect(await listener.takeChanged()).toBe(false);
    expect(listener.current).not.toBeNull();
  },
);
