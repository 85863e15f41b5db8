import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lane } from '../../../../src/http/admission/lane.ts';
import { Rounds } from '../../../../src/http/admission/rounds.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

/** Rounds with a request that waits since a connection has arrived; tells whether it has been started. */
function waiting(): { rounds: Rounds; isStarted: () => boolean } {
  const rounds = new Rounds();
  const lane = new Lane({ atOnce: 4, waiting: 100 });
  let isStarted = false;
  lane.wait('caller', { start: () => (isStarted = true), refuse: () => {} });
  rounds.connected();
  rounds.queue(lane);
  return { rounds, isStarted: () => isStarted };
}

/** Lets the event loop turn a few times, while `each` happens in every turn. */
async function turns(count: number, each: () => void = () => {}): Promise<void> {
  for (let done = 0; done < count; done++) {
    each();
    await new Promise((next) => setImmediate(next));
  }
}

it('starts nothing while connections arrive, so that many of them are accepted', async () => {
  const { rounds, isStarted } = waiting();
  await turns(200, () => rounds.connected());
  expect(isStarted()).toBe(false);
});

it('starts what waits after some milliseconds, however many connections arrive', async () => {
  const { rounds, isStarted } = waiting();
  await turns(5, () => rounds.connected());
  vi.advanceTimersByTime(6);
  await turns(5, () => rounds.connected());
  expect(isStarted()).toBe(true);
});

it('starts what waits once no more connections arrive', async () => {
  const { isStarted } = waiting();
  await turns(5);
  expect(isStarted()).toBe(true);
});
