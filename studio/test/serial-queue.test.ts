import { expect, it } from 'vitest';
import { deferred } from '../../test/support/deferred.ts';
import { makeSerialQueue } from '../src/api/serial-queue.ts';

it('begins work once the work before it has ended, and answers what comes of each', async () => {
  const queue = makeSerialQueue();
  const [first, second] = [deferred(), deferred()];
  const begun: string[] = [];
  const work = (name: string, end: Promise<void>) => async (): Promise<string> => {
    begun.push(name);
    await end;
    return name;
  };
  const answers = [queue(work('first', first.promise)), queue(work('second', second.promise))];
  await expect.poll(() => begun).toEqual(['first']);
  second.resolve();
  expect(begun).toEqual(['first']);
  first.resolve();
  expect(await Promise.all(answers)).toEqual(['first', 'second']);
});

it('tells only whoever gave it that work has failed, and goes on', async () => {
  const queue = makeSerialQueue();
  const failing = queue(async () => {
    throw new Error('refused');
  });
  const next = queue(async () => 'done');
  await expect(failing).rejects.toThrow('refused');
  expect(await next).toBe('done');
});

it('does not let work for another key wait', async () => {
  const queue = makeSerialQueue();
  const held = deferred();
  const waiting = queue(() => held.promise, 'one');
  expect(await queue(async () => 'done', 'other')).toBe('done');
  held.resolve();
  await waiting;
});
