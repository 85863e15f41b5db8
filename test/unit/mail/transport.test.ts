import { type AddressInfo, createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { mailConfigOf } from '../../../src/mail/mail-config.ts';
import { isPermanent, openTransport } from '../../../src/mail/transport.ts';

const servers: { close(): void }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** Greets, and then replies with a byte every few milliseconds, without end. */
async function drippingServer(): Promise<{ readonly port: number; readonly connections: () => number }> {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.write('220 ready\r\n');
    let drip: NodeJS.Timeout | undefined;
    socket.on('data', () => {
      drip ??= setInterval(() => socket.write('2'), 5);
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      connections--;
      clearInterval(drip);
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

it('gives up a mail, and its connection, if the server has not accepted it in time, and lets it be retried', async () => {
  const { port, connections } = await drippingServer();
  const config = mailConfigOf({ mail: { transport: 'smtp', host: '127.0.0.1', port } });
  const transport = openTransport(config, () => {}, 200);
  const message = { from: { email: 'a@example.com' }, to: [{ email: 'b@example.com' }], subject: 's', text: 't' };
  const failure = await transport.send(message).catch((error: unknown) => error);
  expect(String(failure)).toBe('Error: the mail was not accepted within 0.2 seconds');
  expect(isPermanent(failure)).toBe(false);
  await expect.poll(connections).toBe(0);
  transport.close();
});
