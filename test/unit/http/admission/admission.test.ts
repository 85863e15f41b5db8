import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Admission } from '../../../../src/http/admission/admission.ts';
import { requestArrived } from '../../../../src/shared/turn.ts';

/** One caller may have eight requests waiting, besides those that can start. */
const LIMITS = { atOnce: 4, waiting: 8 };
const MAX_REQUESTS = 9;

let admission: Admission;
/** Requests that were started and refused, in order. */
let order: string[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  order = [];
  admission = new Admission({
    limits: LIMITS,
    isProject: () => true,
    trustedProxies: [],
    log: { warn: () => {} },
    refused: () => {},
  });
});

afterEach(async () => {
  // Ends the iteration of the event loop in which the requests arrived.
  await rounds();
  vi.useRealTimers();
});

function pass(project: string, caller: string, name = `${project}/${caller}`): void {
  const request = { url: `/${project}/items/notes` } as IncomingMessage;
  const log = (what: string) => (): void => void order.push(what);
  admission.pass(request, { caller, start: log(name), refuse: log(`no ${name}`) });
}

/** Lets the event loop run until everything has had its turn. */
async function rounds(): Promise<void> {
  for (let done = 0; done < 100; done++) await new Promise((next) => setImmediate(next));
}

/** Lets enough time pass after the request that nothing starts at once. */
const busy = (): void => void vi.advanceTimersByTime(2);

it('starts requests that need no slot at once while nothing is waiting', () => {
  requestArrived();
  for (let asked = 0; asked < 20; asked++) pass('one', 'a');
  expect(order).toEqual(Array.from({ length: 20 }, () => 'one/a'));
});

it('lets another project, and another caller, have their turn within a burst', async () => {
  requestArrived();
  busy();
  for (let asked = 0; asked < MAX_REQUESTS; asked++) pass('one', 'a');
  pass('one', 'b');
  pass('two', 'c');
  expect(order).toEqual([]);
  await rounds();
  expect(order).toHaveLength(MAX_REQUESTS + 2);
  expect(order.indexOf('one/b')).toBeLessThan(3);
  expect(order.indexOf('two/c')).toBeLessThan(3);
});

it('refuses requests if too many of the same caller are waiting, and serves the rest', async () => {
  requestArrived();
  busy();
  for (let asked = 0; asked < MAX_REQUESTS + 1; asked++) pass('one', 'a');
  expect(order).toEqual(['no one/a']);
  await rounds();
  expect(order).toHaveLength(MAX_REQUESTS + 1);
});

it('starts nothing at once while others are waiting', async () => {
  requestArrived();
  busy();
  pass('one', 'a');
  // This many make an iteration of their own, which has taken no time yet.
  for (let arrived = 0; arrived <= 500; arrived++) requestArrived();
  pass('two', 'b');
  expect(order).toEqual([]);
  await rounds();
  expect(order).toHaveLength(2);
});

it('rejects a waiting write when its client disconnects', async () => {
  requestArrived();
  const socket = Object.assign(new EventEmitter(), { destroyed: false });
  const write = () => {
    const request = { url: '/one/items/notes', method: 'POST', headers: {}, socket } as unknown as IncomingMessage;
    const response = Object.assign(new EventEmitter(), { socket, destroyed: false }) as unknown as ServerResponse;
    return { request, response, place: admission.admit(request, response) };
  };
  const started = Array.from({ length: 3 }, write);
  const { place, response } = write();
  const late = write();
  response.emit('close');
  await expect(place).rejects.toMatchObject({ entry: 'bodyIncomplete' });
  started[0]?.response.emit('close');
  await rounds();
  await expect(late.place).resolves.toBeUndefined();
});
