import { expect, it } from 'vitest';
import { placementOf, placesIn } from '../src/list/layouts/placement.ts';
import type { Collection } from '../src/model/collection.ts';

const ordered = { key: { name: 'id' }, sort: { name: 'place' } } as Collection;
const rows = [
  { id: 1, place: 10 },
  { id: 2, place: 20 },
  { id: 3, place: 30 },
];

it('gives a card that was dropped between others a place between theirs', () => {
  expect(placesIn(ordered, rows, { id: 9, place: null }, 1)).toEqual([{ key: '9', sort: 11 }]);
  expect(placesIn(ordered, rows, { id: 3, place: 30 }, 0)).toEqual([{ key: '3', sort: 1 }]);
});

it('changes no place where a card is dropped before or behind itself, or where nobody orders items', () => {
  expect(placesIn(ordered, rows, { id: 2, place: 20 }, 1)).toEqual([]);
  expect(placesIn(ordered, rows, { id: 2, place: 20 }, 2)).toEqual([]);
  expect(placesIn({ ...ordered, sort: null } as Collection, rows, { id: 3 }, 0)).toEqual([]);
});

it('writes the place of a card with the card, and those of others with their rows', () => {
  const places = [
    { key: '9', sort: 1 },
    { key: '1', sort: 2 },
  ];
  const moved = { id: 9, place: null };
  expect(placementOf(ordered, [...rows, moved], moved, places)).toEqual({
    own: { place: 1 },
    others: [{ row: { id: 1, place: 10 }, change: { place: 2 } }],
  });
  expect(placementOf(ordered, rows, moved, [])).toEqual({ own: {}, others: [] });
});
