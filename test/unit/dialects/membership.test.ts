import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Membership, type Registration } from '../../../src/dialects/membership.ts';

/** A server at which processes register; `commits` counts what changes its stamp. */
class Registry {
  readonly members = new Set<object>();
  commits = 0;

  process(hasStamp = true): Registration & { leave(): void } {
    let current: object | null = null;
    return {
      get current() {
        return current;
      },
      register: async () => {
        current ??= {};
        this.members.add(current);
      },
      check: async () => ({
        isAlone: current !== null && this.members.size === 1 && this.members.has(current),
        stamp: hasStamp ? String(this.commits) : null,
      }),
      leave: () => {
        if (current) this.members.delete(current);
        current = null;
      },
    };
  }
}

let registry: Registry;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  registry = new Registry();
});
afterEach(() => {
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
/** Asks repeatedly, as frequent requests do. */
async function askFor(one: Membership, ms: number): Promise<number | null> {
  for (let passed = 0; passed < ms; passed += 50) {
    one.term();
    await pass(50);
  }
  return one.term();
}

it('knows that it is alone soon after the first query, and as long as it keeps checking', async () => {
  const one = new Membership(registry.process());
  expect(one.term()).toBeNull();
  await pass(1);
  const term = one.term();
  expect(term).not.toBeNull();
  expect(await askFor(one, 5_000)).toBe(term);
});

it('begins another term if it was not queried for a while, since others may have come and gone', async () => {
  const one = new Membership(registry.process());
  one.term();
  await pass(1);
  const term = one.term();
  await pass(600);
  expect(one.term()).toBeNull();
  await pass(1);
  expect(one.term()).not.toBe(term);
});

it('lets a newcomer write only when every process that was alone has noticed', async () => {
  const one = new Membership(registry.process());
  const newcomer = new Membership(registry.process());
  one.term();
  await pass(1);
  await one.beforeWriting();
  let mayWrite = false;
  const entering = newcomer.beforeWriting()?.then(() => {
    mayWrite = true;
  });
  for (let passed = 0; !mayWrite; passed += 10) {
    await pass(10);
    if (mayWrite) expect(one.term()).toBeNull();
    expect(passed).toBeLessThan(2_000);
  }
  await entering;
  expect(newcomer.beforeWriting()).toBeUndefined();
  expect(newcomer.term()).toBeNull();
});

it('lets the only process write at once', async () => {
  const one = new Membership(registry.process());
  await one.beforeWriting();
  expect(one.beforeWriting()).toBeUndefined();
});

it('begins another term when a newcomer has come, written and left', async () => {
  const one = new Membership(registry.process());
  one.term();
  await pass(1);
  const term = one.term();
  const registration = registry.process();
  const entering = new Membership(registration).beforeWriting();
  await askFor(one, 1_000);
  await entering;
  registration.leave();
  const later = await askFor(one, 1_000);
  expect(later).not.toBeNull();
  expect(later).not.toBe(term);
});

it('begins another term soon after somebody has committed', async () => {
  const one = new Membership(registry.process());
  one.term();
  await pass(1);
  const term = await askFor(one, 3_000);
  registry.commits++;
  expect(await askFor(one, 1_500)).not.toBe(term);
});

it('begins another term each second if commits cannot be noticed', async () => {
  const one = new Membership(registry.process(false));
  one.term();
  await pass(1);
  const term = one.term();
  expect(await askFor(one, 2_000)).not.toBe(term);
});

it('knows nothing while its registration is lost, and registers again before it writes', async () => {
  const registration = registry.process();
  const one = new Membership(registration);
  one.term();
  await pass(1);
  await one.beforeWriting();
  registration.leave();
  expect(one.term()).toBeNull();
  await one.beforeWriting();
  expect(registry.members.size).toBe(1);
});
