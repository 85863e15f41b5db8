import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endPipelined } from '../../../../src/http/hooks/pipelined.ts';

let server: Server;
let responses: ServerResponse[];
let closed: ServerResponse[];
beforeEach(async () => {
  responses = [];
  closed = [];
  server = createServer((_request, response) => {
    responses.push(response);
    response.on('close', () => closed.push(response));
  });
  endPipelined(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => void server.close());

async function pipelined(count: number): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.on('error', () => {}).resume();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  await expect.poll(() => responses.length).toBe(count);
  return socket;
}

it('ends waiting responses with their connection, each once', async () => {
  const socket = await pipelined(3);
  responses[1]?.end('done already');
  socket.destroy();
  await expect.poll(() => closed.length).toBe(3);
  expect(new Set(closed)).toEqual(new Set(responses));
  expect(responses.every(({ destroyed }) => destroyed)).toBe(true);
});

it('leaves responses alone that are being sent, and listens to a connection once', async () => {
  const socket = await pipelined(3);
  for (const response of responses) response.end('x');
  await expect.poll(() => closed).toEqual(responses);
  const listeners = responses[0]?.req.socket.listenerCount('close');
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
  await expect.poll(() => responses.length).toBe(23);
  for (const response of responses.slice(3)) response.end('x');
  await expect.poll(() => closed).toEqual(responses);
  expect(responses[0]?.req.socket.listenerCount('close')).toBe(listeners);
  socket.destroy();
});
