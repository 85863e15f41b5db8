import { QueryObserver } from '@tanstack/vue-query';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../src/api/queries.ts';

const KEY = ['items'];

it('begins a first read anew if what it reads has changed meanwhile', async () => {
  const queries = makeQueryClient();
  const answers: ((value: string) => void)[] = [];
  const queryFn = (): Promise<string> => new Promise((answer) => answers.push(answer));
  const observer = new QueryObserver(queries, { queryKey: KEY, queryFn });
  const stop = observer.subscribe(() => undefined);
  const renewed = queries.invalidateQueries({ queryKey: KEY });
  await expect.poll(() => answers.length).toBe(2);
  answers[0]?.('before');
  answers[1]?.('after');
  await renewed;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after', error: null, isStale: false });
  stop();
});

it('leaves first reads of other things alone', async () => {
  const queries = makeQueryClient();
  let count = 0;
  const observer = new QueryObserver(queries, { queryKey: KEY, queryFn: async () => ++count });
  const stop = observer.subscribe(() => undefined);
  await queries.invalidateQueries({ queryKey: ['others'] });
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  stop();
});
