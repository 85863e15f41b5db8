import { expect, it } from 'vitest';
import { Crowded, FairSlots } from '../../../src/shared/fair-slots.ts';

/** Tasks that run until they are ended, in the order in which they began. */
class Tasks {
  readonly begun: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #slots: FairSlots;

  constructor(slots: FairSlots) {
    this.#slots = slots;
  }

  start(party: string, name: string): Promise<void> {
    return this.#slots.run(party, () => {
      this.begun.push(name);
      return new Promise((done) => this.#ends.push(done));
    });
  }

  async end(count: number): Promise<void> {
    for (const done of this.#ends.splice(0, count)) done();
    await new Promise((done) => setImmediate(done));
  }
}

it('runs as many tasks of a party as it may have, and leaves the rest of the slots to others', async () => {
  const tasks = new Tasks(new FairSlots({ total: 3, each: 2, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) void tasks.start('a', name);
  void tasks.start('b', 'b1');
  await tasks.end(0);
  expect(tasks.begun).toEqual(['a1', 'a2', 'b1']);
});

it('gives the next slot to the party that has used less time, however many tasks of the other wait', async () => {
  const tasks = new Tasks(new FairSlots({ total: 1, each: 1, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) void tasks.start('a', name);
  void tasks.start('b', 'b1');
  await tasks.end(0);
  const until = performance.now() + 3;
  while (performance.now() < until);
  await tasks.end(1);
  expect(tasks.begun).toEqual(['a1', 'b1']);
});

it('refuses at once what is beyond the queue of a party', async () => {
  const slots = new FairSlots({ total: 1, each: 1, waiting: 1 });
  const tasks = new Tasks(slots);
  void tasks.start('a', 'a1');
  void tasks.start('a', 'a2');
  await expect(tasks.start('a', 'a3')).rejects.toThrow(Crowded);
  void tasks.start('b', 'b1');
  await tasks.end(1);
  await tasks.end(1);
  await tasks.end(1);
  expect(tasks.begun.sort()).toEqual(['a1', 'a2', 'b1']);
});

it('gives up waiting after a while, and the slot to the next one', async () => {
  const slots = new FairSlots({ total: 1, each: 1, waiting: 5 });
  const release = await slots.acquire('a');
  await expect(slots.acquire('a', 5, () => new Error('late'))).rejects.toThrow('late');
  const next = slots.acquire('a', 60_000);
  release();
  (await next)();
});
