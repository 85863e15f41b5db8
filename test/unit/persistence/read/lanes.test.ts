import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Lanes } from '../../../../src/persistence/read/lanes.ts';
import { manyRuns } from '../../../support/battery.ts';

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn++) await null;
};

/** Runs branches within branches; counts what runs at the same time. */
function counting() {
  const lanes = new Lanes();
  const seen = { now: 0, most: 0, done: 0 };
  const leaf = async (): Promise<void> => {
    seen.most = Math.max(seen.most, ++seen.now);
    await turns(5);
    seen.now--;
    seen.done++;
  };
  const branch = async (depth: number): Promise<void> => {
    await leaf();
    if (depth > 0) await lanes.run(Array.from({ length: 5 }, () => () => branch(depth - 1)));
  };
  return { seen, branch };
}

it('a request runs four statements concurrently, however deep its relations are', async () => {
  const { seen, branch } = counting();
  await branch(3);
  expect(seen).toEqual({ now: 0, most: 4, done: 1 + 5 + 25 + 125 });
});

it('the reported failure is the first one in order, whichever ends first', async () => {
  const delays = fc.array(fc.record({ turns: fc.nat(9), fails: fc.boolean() }), { minLength: 1, maxLength: 9 });
  await fc.assert(
    fc.asyncProperty(delays, async (children) => {
      const running = new Lanes().run(
        children.map((child, index) => async () => {
          await turns(child.turns);
          if (child.fails) throw index;
        }),
      );
      const first = children.findIndex(({ fails }) => fails);
      if (first < 0) await running;
      else await expect(running).rejects.toBe(first);
    }),
    manyRuns(),
  );
});

it('after a failure nothing starts, and everything that has started has ended', async () => {
  let begun = 0;
  let ended = 0;
  const task = (fails: boolean) => async () => {
    begun++;
    await turns(fails ? 1 : 20);
    ended++;
    if (fails) throw new Error('failed');
  };
  await expect(new Lanes().run([task(true), ...Array(8).fill(task(false))])).rejects.toThrow('failed');
  expect([begun, ended]).toEqual([4, 4]);
});
