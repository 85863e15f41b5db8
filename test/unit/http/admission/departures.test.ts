import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { beforeEach, expect, it, vi } from 'vitest';
import { Departures } from '../../../../src/http/admission/departures.ts';

const socketOf = () => Object.assign(new EventEmitter(), { destroyed: false }) as unknown as Socket;
const responseOn = (socket: Socket | null) =>
  Object.assign(new EventEmitter(), { socket, destroyed: false }) as unknown as ServerResponse;
const soon = () => new Promise((done) => setImmediate(done));

let departures: Departures;
let socket: Socket;
let request: IncomingMessage;
beforeEach(() => {
  departures = new Departures();
  socket = socketOf();
  request = { socket } as IncomingMessage;
});

it('tells of the end of a response', () => {
  const [response, gone] = [responseOn(socket), vi.fn()];
  departures.once(request, response, gone);
  response.emit('close');
  expect(gone).toHaveBeenCalledOnce();
});

it('tells those that have no connection yet of its end', () => {
  const gone = [vi.fn(), vi.fn()];
  for (const each of gone) departures.once(request, responseOn(null), each);
  socket.emit('close');
  for (const each of gone) expect(each).toHaveBeenCalledOnce();
});

it.each(['the response', 'the connection'])('tells soon where %s has ended before', async (what) => {
  const [response, gone] = [responseOn(null), vi.fn()];
  Object.assign(what === 'the response' ? response : socket, { destroyed: true });
  departures.once(request, response, gone);
  await soon();
  expect(gone).toHaveBeenCalledOnce();
});

it('keeps nothing of what was taken back, and listens to a connection once', async () => {
  const gone = vi.fn();
  for (let sent = 0; sent < 20; sent++) departures.once(request, responseOn(null), gone)();
  const [whole, late] = [responseOn(socket), responseOn(null)];
  departures.once(request, whole, gone)();
  expect([socket.listenerCount('close'), whole.listenerCount('close')]).toEqual([1, 0]);
  Object.assign(socket, { destroyed: true });
  departures.once(request, late, gone)();
  socket.emit('close');
  await soon();
  expect(gone).not.toHaveBeenCalled();
});
