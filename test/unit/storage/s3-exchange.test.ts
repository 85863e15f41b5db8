import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { exchange } from '../../../src/storage/s3-exchange.ts';

let server: Server;
afterEach(() => void server.close());

/** Starts a peer that answers every connection with a text and keeps it open. */
async function answering(text: string): Promise<Request> {
  server = createServer((socket) => socket.on('error', () => {}).once('data', () => socket.write(text)));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return new Request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/object`);
}

it('fails when a bucket switches to another protocol', async () => {
  const request = await answering('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n');
  await expect(exchange(request, null, 1_000)).rejects.toThrow('closed');
});
