import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Rounds } from '../../../src/projects/rounds.ts';

/** Keeps the thread busy. */
function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

it('pauses ten times as long as a check of a project has taken, before the next', async () => {
  const begun: number[] = [];
  const configOf = (): object => {
    begun.push(performance.now());
    work(10);
    return { suspended: true };
  };
  const registry = { allKeys: () => ['one', 'two', 'three', 'four', 'five', 'six'], isOpen: () => false, configOf };
  const rounds = new Rounds(registry as never, pino({ level: 'silent' }));
  rounds.start();
  await expect.poll(() => begun.length, { timeout: 5_000 }).toBe(6);
  rounds.stop();
  for (const at of [0, 1, 2]) expect((begun[at + 3] ?? 0) - (begun[at] ?? 0)).toBeGreaterThan(100);
});
