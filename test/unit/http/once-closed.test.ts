import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, it, vi } from 'vitest';
import { onceClosed } from '../../../src/http/once-closed.ts';

const responseThat = (destroyed: boolean) =>
  Object.assign(new EventEmitter(), { destroyed }) as unknown as ServerResponse;
const soon = () => new Promise((done) => setImmediate(done));

it('runs when a response closes, or soon if it is closed already', async () => {
  const [open, gone, work] = [responseThat(false), responseThat(true), vi.fn()];
  onceClosed(open, work);
  open.emit('close');
  expect(work).toHaveBeenCalledTimes(1);
  onceClosed(gone, work);
  await soon();
  expect(work).toHaveBeenCalledTimes(2);
});

it('does not run if it is cancelled', async () => {
  const [open, gone, work] = [responseThat(false), responseThat(true), vi.fn()];
  for (const response of [open, gone]) onceClosed(response, work)();
  open.emit('close');
  await soon();
  expect([work.mock.calls.length, open.listenerCount('close')]).toEqual([0, 0]);
});
