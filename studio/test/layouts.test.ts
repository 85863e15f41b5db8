import { expect, it } from 'vitest';
import { firstWeekday } from '../src/i18n/weeks.ts';
import { Branches } from '../src/list/layouts/branches.ts';
import { calendarMenu } from '../src/list/layouts/calendar-menu.ts';
import { dayFormat } from '../src/list/layouts/day-format.ts';
import { inRows } from '../src/list/layouts/grid.ts';
import { keyIn, narrowed } from '../src/list/layouts/layout.ts';
import { addDays, addMonths, dayIn, onDay, timeIn, weeksOf } from '../src/list/layouts/month.ts';
import { inserted, placed } from '../src/list/layouts/order.ts';
import type { RowsPage } from '../src/list/layouts/rows.ts';

it('covers a month with complete weeks, from the day on which they begin', () => {
  const weeks = weeksOf('2026-11', 1);
  expect(weeks[0]).toEqual(Array.from({ length: 7 }, (_, index) => addDays('2026-10-26', index)));
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  expect(weeksOf('2026-11', 7)[0]?.[0]).toBe('2026-11-01');
  expect(weeksOf('2027-02', 1)).toHaveLength(4);
});

it('counts months over the ends of years', () => {
  expect(addMonths('2026-12', 1)).toBe('2027-01');
  expect(addMonths('2026-01', -1)).toBe('2025-12');
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
});

it('begins weeks on the day that is usual in a region', () => {
  expect(firstWeekday('en-US')).toBe(7);
  expect(firstWeekday('en-GB')).toBe(1);
});

it('moves a stored moment to another day and keeps its time', () => {
  expect(onDay('2026-11-10 14:30:05', '2026-11-17', true)).toBe('2026-11-17 14:30:05');
  expect(onDay(null, '2026-11-17', true)).toBe('2026-11-17 09:00:00');
  expect(onDay('2026-11-10', '2026-11-17', false)).toBe('2026-11-17');
  expect(dayIn('2026-11-10 14:30:05')).toBe('2026-11-10');
  expect(timeIn('2026-11-10 14:30:05')).toBe('14:30');
  expect(dayIn('nothing')).toBeNull();
});

it('changes no more places than it must when something is put between others', () => {
  const sorts = (list: readonly (number | null)[]) => list.map((sort, index) => ({ key: String(index), sort }));
  expect(placed(sorts([10, null, 20]))).toEqual([{ key: '1', sort: 11 }]);
  expect(placed(sorts([1, null, 2, 5]))).toEqual([
    { key: '1', sort: 2 },
    { key: '2', sort: 3 },
  ]);
  expect(placed(sorts([1, 2, 3]))).toEqual([]);
});

it('puts an entry at an index that counts the others', () => {
  expect(inserted(['a', 'b', 'c'], 'a', 2, (each) => each === 'a')).toEqual(['b', 'c', 'a']);
  expect(inserted(['a', 'b'], 'new', 1, () => false)).toEqual(['a', 'new', 'b']);
});

it('fills a width with cards that are no narrower than asked', () => {
  expect(inRows([1, 2, 3, 4, 5], 1000, 240, 16)).toEqual({
    rows: [
      [1, 2, 3],
      [4, 5],
    ],
    count: 3,
    width: 322,
  });
  expect(inRows([1, 2], 100, 240, 16).count).toBe(1);
});

it('joins a condition to those of a list', () => {
  expect(narrowed({}, { a: 1 })).toEqual({ filter: { a: 1 } });
  expect(narrowed({ filter: { b: 2 }, q: 'x' }, { a: 1 })).toEqual({ filter: { and: [{ b: 2 }, { a: 1 }] }, q: 'x' });
  expect(keyIn({ id: 4 }, 'id')).toBe('4');
  expect(keyIn(null, 'id')).toBeNull();
});

it('reads branches once and shows them in order', async () => {
  const rows: Readonly<Record<string, readonly { id: number }[]>> = { top: [{ id: 1 }, { id: 2 }], '1': [{ id: 3 }] };
  const asked: (string | null)[] = [];
  const tree = new Branches(async (parent) => {
    asked.push(parent);
    return { rows: rows[parent ?? 'top'] ?? [], after: null };
  });
  const lines = () => tree.lines((row) => String(row.id));
  await tree.load(null);
  await tree.load(null, true);
  await tree.unfold('1');
  expect(asked).toEqual([null, '1']);
  expect(lines().map((line) => (line.kind === 'item' ? [line.key, line.level] : []))).toEqual([
    ['1', 1],
    ['3', 2],
    ['2', 1],
  ]);
});

it('takes nothing of an earlier search that is answered after a later one', async () => {
  const answers: ((page: RowsPage) => void)[] = [];
  const tree = new Branches(() => new Promise((answer) => answers.push(answer)));
  const earlier = tree.load(null);
  tree.clear();
  const later = tree.load(null);
  answers[1]?.({ rows: [{ id: 2 }], after: null });
  await later;
  answers[0]?.({ rows: [{ id: 1 }], after: null });
  await earlier;
  expect(tree.branches.get(null)).toEqual({ rows: [{ id: 2 }], after: null, isLoading: false });
});

it('does not show what was being read when a tree was cleared', async () => {
  const failures: ((reason: Error) => void)[] = [];
  const tree = new Branches(() => new Promise((_answer, fail) => failures.push(fail)));
  const below = tree.load('1');
  tree.clear();
  failures[0]?.(new Error('too slow'));
  await below;
  expect([tree.branches.size, tree.error.value]).toEqual([0, null]);
});

it('offers to move an item of a calendar only where it may be moved, and to take away only a date that it has', () => {
  const nothing = () => {};
  const menu = (movable: boolean, isDated: boolean, mayClear: boolean) =>
    calendarMenu({ open: nothing, shift: nothing, ask: nothing, clear: nothing }, { movable, isDated, mayClear }).map(
      (entry) => (entry === 'rule' ? '' : entry.label),
    );
  expect(menu(false, true, true)).toHaveLength(1);
  expect(menu(true, false, true)).toHaveLength(3);
  expect(menu(true, true, false)).toHaveLength(7);
  expect(menu(true, true, true)).toHaveLength(9);
});

it('says days in the words of a locale, whatever the time zone', () => {
  const { long, weekday, shortWeekday, month } = dayFormat('en-GB');
  expect([long('2026-11-22'), weekday('2026-11-22'), shortWeekday('2026-11-22'), month('2026-11')]).toEqual([
    'Sunday 22 November',
    'Sunday',
    'Sun',
    'November 2026',
  ]);
});
