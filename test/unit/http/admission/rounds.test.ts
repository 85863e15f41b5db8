import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Lane } from '../../../../src/http/admission/lane.ts';
import { Rounds } from '../../../../src/http/admission/rounds.ts';
import { isLoopShared, newAccount, shareLoop } from '../../../../src/shared/loop-time.ts';
import { waiting } from '../../../support/waiting.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  vi.useRealTimers();
  shareLoop(Number.NEGATIVE_INFINITY);
});

/** Rounds with a request that has waited since a connection arrived; tells whether it has started. */
function waitingRounds(): { rounds: Rounds; isStarted: () => boolean } {
  const rounds = new Rounds();
  const lane = new Lane({ atOnce: 4, waiting: 100 });
  let isStarted = false;
  lane.wait('caller', waiting({ start: () => (isStarted = true) }));
  rounds.connected();
  rounds.queue(lane);
  return { rounds, isStarted: () => isStarted };
}

/** Lets the event loop run a few times, calling `each` in every iteration. */
async function turns(count: number, each: () => void = () => {}): Promise<void> {
  for (let done = 0; done < count; done++) {
    each();
    await new Promise((next) => setImmediate(next));
  }
}

it('starts nothing while connections arrive, so that many of them are accepted', async () => {
  const { rounds, isStarted } = waitingRounds();
  await turns(200, () => rounds.connected());
  expect(isStarted()).toBe(false);
});

it('starts waiting requests after some milliseconds, however many connections arrive', async () => {
  const { rounds, isStarted } = waitingRounds();
  await turns(5, () => rounds.connected());
  vi.advanceTimersByTime(6);
  await turns(5, () => rounds.connected());
  expect(isStarted()).toBe(true);
});

it('starts waiting requests once no more connections arrive', async () => {
  const { isStarted } = waitingRounds();
  await turns(5);
  expect(isStarted()).toBe(true);
});

/** How many of many requests with bodies of this length start in one round. */
async function startedInRound(bytes: number): Promise<number> {
  const rounds = new Rounds();
  const lane = new Lane({ atOnce: 100, waiting: 100 });
  let started = 0;
  for (let at = 0; at < 50; at++) lane.wait('caller', waiting({ bytes, start: () => started++ }));
  rounds.queue(lane);
  await turns(1);
  return started;
}

it('starts one request with a large body per round, since most of its work comes later', async () => {
  expect(await startedInRound(50_000)).toBe(1);
  expect(await startedInRound(Number.POSITIVE_INFINITY)).toBe(1);
  expect(await startedInRound(6_000)).toBe(3);
  expect(await startedInRound(0)).toBe(15);
});

it('charges a request for its start, and its lane until the next one starts', async () => {
  const rounds = new Rounds();
  const [lane, other] = [new Lane({ atOnce: 4, waiting: 4 }), new Lane({ atOnce: 4, waiting: 4 })];
  for (const each of [lane, other]) rounds.arrived(each, 'caller');
  const charged: number[] = [];
  const start = (): void => void vi.advanceTimersByTime(1);
  lane.wait('caller', waiting({ start, charge: (ms) => charged.push(ms) }));
  rounds.queue(lane);
  await turns(2);
  expect([charged, lane.used, other.used]).toEqual([[1], 1, 0]);
});

it('shares the loop as long as requests of several projects wait, even without new arrivals', async () => {
  const rounds = new Rounds();
  const shared: boolean[] = [];
  const start = (): void => {
    shared.push(isLoopShared());
    vi.advanceTimersByTime(200);
  };
  for (let made = 0; made < 2; made++) {
    const lane = new Lane({ atOnce: 4, waiting: 4 });
    for (let at = 0; at < 3; at++) lane.wait('caller', waiting({ start }));
    rounds.queue(lane);
  }
  await turns(10);
  expect(shared).toEqual([true, true, true, true, true, false]);
});

it('does not share the loop if only lanes of one project wait', async () => {
  const rounds = new Rounds();
  const account = newAccount();
  for (let made = 0; made < 2; made++) {
    const lane = new Lane({ atOnce: 100, waiting: 100 }, account);
    for (let at = 0; at < 10; at++) lane.wait('caller', waiting());
    rounds.queue(lane);
  }
  await turns(2);
  expect(isLoopShared()).toBe(false);
});

it('does not share the loop for two lanes of the same project', () => {
  const rounds = new Rounds();
  const account = newAccount();
  for (let made = 0; made < 2; made++) rounds.arrived(new Lane({ atOnce: 4, waiting: 4 }, account), 'caller');
  expect(rounds.areShared).toBe(false);
});

it('alternates between callers of a project, even if it shares the loop with no other project', () => {
  const rounds = new Rounds();
  const lane = new Lane({ atOnce: 4, waiting: 4 });
  rounds.arrived(lane, 'one');
  expect(rounds.areShared).toBe(false);
  rounds.arrived(lane, 'other');
  expect([rounds.areShared, isLoopShared()]).toEqual([true, false]);
  vi.advanceTimersByTime(200);
  rounds.arrived(lane, 'other');
  expect(rounds.areShared).toBe(false);
});

it('starts a request whose lane becomes ready although nothing has happened', async () => {
  const rounds = new Rounds();
  const lane = new Lane({ atOnce: 4, waiting: 4 });
  const start = vi.fn();
  const isReady = vi.spyOn(lane, 'isReady', 'get').mockReturnValue(false);
  lane.wait('caller', waiting({ start }));
  rounds.queue(lane);
  await turns(5);
  expect(start).not.toHaveBeenCalled();
  isReady.mockRestore();
  await vi.waitFor(() => expect(start).toHaveBeenCalled());
});
