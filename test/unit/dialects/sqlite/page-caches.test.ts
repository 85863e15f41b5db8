import { afterEach, expect, it, vi } from 'vitest';
import { MIN_BYTES, type PageCache, PageCaches } from '../../../../src/dialects/sqlite/page-caches.ts';

const MIB = 1024 * 1024;

afterEach(() => {
  vi.restoreAllMocks();
});

/** Caches that share `shared` bytes, and the clock. */
function sharing(shared: number) {
  let now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const caches = new PageCaches(shared);
  const add = (size: number) => {
    const resize = vi.fn<(bytes: number) => void>();
    const cache = caches.add({ size: () => size, resize });
    return { cache, bytes: () => resize.mock.lastCall?.[0] ?? MIN_BYTES, resize };
  };
  /** Runs this many statements on each cache, in turn, for some intervals. */
  const run = (intervals: number, ...statements: (readonly [PageCache, number])[]) => {
    for (let interval = 0; interval < intervals; interval++) {
      now += 1_100;
      for (const [cache, count] of statements) for (let index = 0; index < count; index++) caches.used(cache);
    }
  };
  return { caches, add, run };
}

it('lets a busy connection cache its complete file', () => {
  const { add, run } = sharing(96 * MIB);
  const one = add(40 * MIB);
  run(3, [one.cache, 1_000]);
  expect(one.bytes()).toBeGreaterThanOrEqual(40 * MIB);
  expect(one.bytes()).toBeLessThan(48 * MIB);
});

it('leaves small files and rarely used connections with the minimum', () => {
  const { add, run } = sharing(96 * MIB);
  const [small, rare] = [add(5 * MIB), add(40 * MIB)];
  run(10, [small.cache, 5_000], [rare.cache, 64]);
  expect(small.bytes()).toBe(MIN_BYTES);
  expect(rare.bytes()).toBe(MIN_BYTES);
});

it('never grants more than there is, and first to those that run the most statements', () => {
  const { add, run } = sharing(96 * MIB);
  const [much, more, most] = [add(80 * MIB), add(80 * MIB), add(80 * MIB)];
  run(10, [much.cache, 500], [more.cache, 5_000], [most.cache, 50_000]);
  expect(most.bytes()).toBeGreaterThanOrEqual(80 * MIB);
  expect(much.bytes()).toBe(MIN_BYTES);
  const all = [much, more, most].reduce((sum, each) => sum + each.bytes() - MIN_BYTES, 0);
  expect(all).toBe(96 * MIB);
});

it('takes memory from an idle connection only if another needs it', () => {
  const { add, run } = sharing(96 * MIB);
  const [first, second] = [add(90 * MIB), add(90 * MIB)];
  run(5, [first.cache, 1_000]);
  const had = first.bytes();
  const small = add(MIB);
  run(20, [small.cache, 1_000]);
  expect(first.bytes()).toBe(had);
  run(20, [second.cache, 1_000]);
  expect(second.bytes()).toBe(had);
  expect(first.bytes()).toBeLessThan(had);
});

it('does not move memory back and forth between similarly busy connections', () => {
  const { add, run } = sharing(96 * MIB);
  const [one, other] = [add(100 * MIB), add(100 * MIB)];
  run(5, [one.cache, 1_000]);
  one.resize.mockClear();
  for (let index = 0; index < 20; index++) run(1, [one.cache, 1_000], [other.cache, index % 2 ? 800 : 1_200]);
  expect(one.resize).not.toHaveBeenCalled();
});

it('redistributes the memory of a closed connection', () => {
  const { caches, add, run } = sharing(96 * MIB);
  const [one, other] = [add(100 * MIB), add(100 * MIB)];
  run(5, [one.cache, 5_000], [other.cache, 1_000]);
  expect(other.bytes()).toBe(MIN_BYTES);
  caches.remove(one.cache);
  run(2, [other.cache, 1_000]);
  expect(other.bytes()).toBe(MIN_BYTES + 96 * MIB);
});
