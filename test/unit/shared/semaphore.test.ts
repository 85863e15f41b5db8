import { expect, it } from 'vitest';
import { Overload, Semaphore } from '../../../src/shared/semaphore.ts';

it('a party that asks for much waits for itself, and others pass it', async () => {
  const semaphore = new Semaphore(1, 10);
  const done: string[] = [];
  const work = (party: string, name: string): Promise<void> =>
    semaphore.run(party, async () => {
      await null;
      done.push(name);
    });
  await Promise.all([
    ...Array.from({ length: 5 }, (_, index) => work('flooding', `flooding ${index}`)),
    work('quiet', 'quiet 0'),
    work('quiet', 'quiet 1'),
  ]);
  expect(done).toEqual(['flooding 0', 'flooding 1', 'quiet 0', 'flooding 2', 'quiet 1', 'flooding 3', 'flooding 4']);
});

it('who has too much waiting is refused, and nobody else', async () => {
  const semaphore = new Semaphore(1, 2);
  let end = (): void => {};
  const running = semaphore.run(
    'a',
    () =>
      new Promise<void>((done) => {
        end = done;
      }),
  );
  const waiting = [semaphore.run('a', async () => 1), semaphore.run('a', async () => 2)];
  await expect(semaphore.run('a', async () => 3)).rejects.toThrow(Overload);
  const other = semaphore.run('b', async () => 4);
  end();
  await running;
  expect(await Promise.all([...waiting, other])).toEqual([1, 2, 4]);
});

it('a piece that fails gives its place to the next', async () => {
  const semaphore = new Semaphore(1, 2);
  const failing = semaphore.run('a', async () => {
    throw new Error('no');
  });
  const next = semaphore.run('a', async () => 'yes');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
