import { expect, it } from 'vitest';
import { RestingCounters } from '../../../../src/dialects/mysql/write-counters.ts';

it('counters count once they have been the same for ten seconds', () => {
  const counters = new RestingCounters();
  const at = (second: number, values: string) => counters.seen(values, second * 1000);
  expect([at(0, '1,1'), at(9, '1,1'), at(10, '1,1'), at(11, '1,2')]).toEqual([null, null, '1,1', null]);
  expect([at(20, '1,2'), at(21, '1,2'), at(500, '1,2')]).toEqual([null, '1,2', '1,2']);
});

it('a server without counters has none, however long it rests', () => {
  const counters = new RestingCounters();
  expect([counters.seen(null, 0), counters.seen(null, 60_000)]).toEqual([null, null]);
});
