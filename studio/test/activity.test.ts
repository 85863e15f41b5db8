import { expect, it } from 'vitest';
import { inDays } from '../src/activity/days.ts';
import { addressFilterOf, filterOf, NOTHING, narrowingOf, queryOf } from '../src/activity/filters.ts';
import { around, type Deed, sentenceOf, sentFields } from '../src/activity/sentence.ts';

const deed = (id: number, action_on: string): Deed => ({ id, action_on }) as Deed;

it('an address narrows the activity, and what makes no sense in it narrows nothing', () => {
  const query = { who: '7', in: 'articles', item: '12', did: 'changed', from: '2026-11-01', to: '2026-11-22' };
  expect(queryOf(narrowingOf(query))).toEqual(query);
  expect(narrowingOf({ who: 'x', did: 'eaten', from: 'now', item: '12', to: null })).toEqual(NOTHING);
  expect(queryOf(NOTHING)).toEqual({});
  expect(narrowingOf({ in: ['a', 'b'] }).collection).toBe('a');
});

it('days begin and end by the clock of the reader', () => {
  const filter = filterOf({ ...NOTHING, from: '2026-11-22', to: '2026-11-22' });
  const since = new Date(2026, 10, 22).toISOString().slice(0, 19).replace('T', ' ');
  const until = new Date(2026, 10, 23).toISOString().slice(0, 19).replace('T', ' ');
  expect(filter).toEqual({ action_on: { gte: since, lt: until } });
  expect(addressFilterOf({ ...NOTHING, from: '2026-11-22', to: '2026-11-22' })).toEqual({
    action_on: [{ gte: since }, { lt: until }],
  });
  expect(addressFilterOf(NOTHING)).toBeNull();
  expect(filterOf({ ...NOTHING, did: 'deleted' })).toEqual({ action: { in: ['delete', 'soft-delete'] } });
});

it('records are grouped by day, each day once', () => {
  const rows = inDays([deed(3, '2026-11-22 12:00:00'), deed(2, '2026-11-22 11:59:00'), deed(1, '2026-11-19 12:00:00')]);
  expect(rows.map(({ kind }) => kind)).toEqual(['day', 'deed', 'deed', 'day', 'deed']);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(5);
});

it('every action has a sentence, also one that nobody knows', () => {
  expect(sentenceOf({ action: 'update' })).toEqual({ key: 'activity.changed', namesItem: true });
  expect(sentenceOf({ action: 'authenticate' })).toEqual({ key: 'activity.entered', namesItem: false });
  expect(sentenceOf({ action: 'constructor' })).toEqual({ key: 'activity.other', namesItem: true });
});

it('a sentence is taken apart around the name in it', () => {
  expect(around('a X b', 'X')).toEqual(['a ', ' b']);
  expect(around('a b', 'X')).toEqual(['a b', '']);
});

it('only fields that there are count', () => {
  expect(sentFields({ title: 1, gone: 2 }, (name) => name === 'title')).toBe(1);
});
