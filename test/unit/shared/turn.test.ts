import type { AddressInfo } from 'node:net';
import { connect, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { arrivalTurn, requestArrived } from '../../../src/shared/turn.ts';

const nextTurn = (): Promise<void> => new Promise((done) => setImmediate(done));

it('requests that arrive together share a turn, and it ends before the next ones arrive', async () => {
  await nextTurn();
  expect(arrivalTurn()).toBe(null);
  requestArrived();
  const turn = arrivalTurn();
  requestArrived();
  await null;
  expect(arrivalTurn()).toBe(turn);
  await nextTurn();
  expect(arrivalTurn()).toBe(null);
  requestArrived();
  expect(arrivalTurn()).not.toBe(turn);
});

it('so many requests that there may be later ones among them do not share a turn', async () => {
  await nextTurn();
  requestArrived();
  const turn = arrivalTurn();
  for (let sent = 0; sent < 600; sent++) requestArrived();
  expect(arrivalTurn()).not.toBe(turn);
});

it('what is sent after an answer arrives in another turn', async () => {
  const turns: (number | null)[] = [];
  const server = createServer((socket) => {
    socket.on('data', () => {
      requestArrived();
      turns.push(arrivalTurn());
      socket.write('answer');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () => socket.write('request'));
  for (let answers = 0; answers < 50; answers++) {
    await new Promise((answered) => socket.once('data', answered));
    socket.write('request');
  }
  socket.destroy();
  server.close();
  expect(new Set(turns).size).toBe(turns.length);
});
