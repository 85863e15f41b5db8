import { expect, it } from 'vitest';
import { Overload, Semaphore } from '../../../src/shared/semaphore.ts';

/** Tasks that run until they are ended, in the order in which they began. */
class Tasks {
  readonly begun: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly #semaphore: Semaphore;

  constructor(semaphore: Semaphore) {
    this.#semaphore = semaphore;
  }

  start(party: string, name: string): Promise<void> {
    return this.#semaphore.run(party, () => {
      this.begun.push(name);
      return new Promise((done) => this.#ends.push(done));
    });
  }

  async end(count: number): Promise<void> {
    for (const done of this.#ends.splice(0, count)) done();
    await new Promise((done) => setImmediate(done));
  }
}

it('runs as many tasks of a party as it may have, and leaves the other slots to others', async () => {
  const tasks = new Tasks(new Semaphore({ total: 3, each: 2, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) void tasks.start('a', name);
  void tasks.start('b', 'b1');
  await tasks.end(0);
  expect(tasks.begun).toEqual(['a1', 'a2', 'b1']);
});

it('gives the next slot to the party that has used less time, however many tasks of the other wait', async () => {
  const tasks = new Tasks(new Semaphore({ total: 1, each: 1, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) void tasks.start('a', name);
  void tasks.start('b', 'b1');
  await tasks.end(0);
  const until = performance.now() + 3;
  while (performance.now() < until);
  await tasks.end(1);
  expect(tasks.begun).toEqual(['a1', 'b1']);
});

it('refuses tasks beyond the queue of a party at once', async () => {
  const semaphore = new Semaphore({ total: 1, each: 1, waiting: 1 });
  const tasks = new Tasks(semaphore);
  void tasks.start('a', 'a1');
  void tasks.start('a', 'a2');
  await expect(tasks.start('a', 'a3')).rejects.toThrow(Overload);
  void tasks.start('b', 'b1');
  await tasks.end(1);
  await tasks.end(1);
  await tasks.end(1);
  expect(tasks.begun.sort()).toEqual(['a1', 'a2', 'b1']);
});

it('gives up waiting after a while, and leaves the slot to the next task', async () => {
  const semaphore = new Semaphore({ total: 1, each: 1, waiting: 5 });
  const release = await semaphore.acquire('a');
  await expect(semaphore.acquire('a', 5, () => new Error('late'))).rejects.toThrow('late');
  const next = semaphore.acquire('a', 60_000);
  release();
  (await next)();
});

it('gives the slot of a failed task to the next one', async () => {
  const semaphore = new Semaphore({ total: 1 });
  const failing = semaphore.run('a', async () => {
    throw new Error('no');
  });
  const next = semaphore.run('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
