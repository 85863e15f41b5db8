import { expect, it } from 'vitest';
import { RestingCounters } from '../../../../src/dialects/mysql/write-counters.ts';

const restedAfter = (counters: RestingCounters, second: number, values: string | null): string | null => {
  counters.see(values, second * 1000);
  return counters.rested;
};

it('counters are valid once they have been unchanged for ten seconds', () => {
  const counters = new RestingCounters();
  const at = (second: number, values: string) => restedAfter(counters, second, values);
  expect([at(0, '1,1'), at(9, '1,1'), at(10, '1,1'), at(11, '1,2')]).toEqual([null, null, '1,1', null]);
  expect([at(20, '1,2'), at(21, '1,2'), at(500, '1,2')]).toEqual([null, '1,2', '1,2']);
});

it('a server without counters has none, however long nothing is written', () => {
  const counters = new RestingCounters();
  expect([restedAfter(counters, 0, null), restedAfter(counters, 60, null)]).toEqual([null, null]);
});

it('counters are read at first, and then once a second', () => {
  const counters = new RestingCounters();
  expect(counters.isDue(0)).toBe(true);
  counters.see('1', 0);
  expect([counters.isDue(999), counters.isDue(1000)]).toEqual([false, true]);
});
