import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { openExisting } from '../../../../src/dialects/postgres/driver.ts';
import { longestPause } from '../../../support/longest-pause.ts';

function authentication(kind: number, text: string): Buffer {
  const message = Buffer.alloc(9 + text.length);
  message.write('R');
  message.writeUInt32BE(8 + text.length, 1);
  message.writeUInt32BE(kind, 5);
  message.write(text, 9);
  return message;
}

it.each([
  ['costs too much', 'i=3000000'],
  ['hides what it costs', 'i=0x3000000'],
  ['lacks its cost', 'x=1'],
])('refuses a server whose challenge %s', async (_title, cost) => {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(authentication(10, 'SCRAM-SHA-256\0\0'));
      socket.once('data', (bytes) => {
        const nonce = /r=([^,\0]+)/.exec(bytes.toString('latin1'))?.[1];
        socket.write(authentication(11, `r=${nonce}x,s=c2FsdA==,${cost}`));
      });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const address = { name: 'x', host: '127.0.0.1', port, user: 'u', password: 'p' };
  const pause = await longestPause(() => expect(openExisting(address)).rejects.toThrow());
  server.close();
  expect(pause).toBeLessThan(500);
});
