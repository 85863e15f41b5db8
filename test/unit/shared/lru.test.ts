import { expect, it } from 'vitest';
import { Lru } from '../../../src/shared/lru.ts';

const kept = (lru: Lru<number, number>, keys: readonly number[]): number[] =>
  keys.filter((key) => lru.get(key) !== undefined);
const count = (length: number): number[] => Array.from({ length }, (_, index) => index);

it('never keeps more than its capacity, and the newest of it', () => {
  const lru = new Lru<number, number>(10);
  for (const key of count(1000)) lru.set(key, key);
  const left = kept(lru, count(1000));
  expect(left.length).toBeLessThanOrEqual(10);
  expect(left).toEqual(expect.arrayContaining([995, 996, 997, 998, 999]));
});

it('entries in use stay, however many come and go', () => {
  const lru = new Lru<string, number>(6);
  lru.set('used', 1);
  for (const key of count(100)) {
    lru.set(`other ${key}`, key);
    expect(lru.get('used')).toBe(1);
  }
  expect(lru.get('other 0')).toBeUndefined();
});

it('the last value of a key counts, even if the key was stored long ago', () => {
  const lru = new Lru<number, number>(4);
  for (const key of [1, 2, 3]) lru.set(key, key);
  lru.set(1, 100);
  for (const key of [4, 1]) lru.get(key);
  expect(lru.get(1)).toBe(100);
  lru.delete(1);
  expect(lru.get(1)).toBeUndefined();
  lru.clear();
  expect(kept(lru, [1, 2, 3])).toEqual([]);
});

it('evicted keys are reported once; deleted ones are not', () => {
  const gone: number[] = [];
  const lru = new Lru<number, number>(4, (key) => gone.push(key));
  for (const key of [1, 2, 3]) lru.set(key, key);
  lru.get(1);
  lru.delete(3);
  for (const key of [4, 5, 6, 7]) lru.set(key, key);
  expect(gone).toEqual(expect.arrayContaining([2, 1]));
  expect(gone).not.toContain(3);
  expect(new Set(gone).size).toBe(gone.length);
  expect(kept(lru, [1, 2, 3, 4, 5, 6, 7]).filter((key) => gone.includes(key))).toEqual([]);
});
