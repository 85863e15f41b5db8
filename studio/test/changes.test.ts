import { expect, it } from 'vitest';
import {
  addRow,
  type Changes,
  changeRow,
  type Entry,
  farKeyOf,
  type Key,
  keyOf,
  linkItems,
  pendingOf,
  type Row,
  removeRow,
  type Shape,
  type ShownRow,
  showRows,
  smallest,
  stays,
  undo,
} from '../src/editors/relational/changes.ts';
import { rebase } from '../src/editors/relational/rebase.ts';
import { moveRow, placesAfter } from '../src/editors/relational/reorder.ts';

const comments: Shape = { key: 'id', isGenerated: true, foreign: 'article', far: null, sort: 'place' };
const tags: Shape = { ...comments, far: { field: 'tag', key: 'id' }, sort: null };
const stored: readonly Row[] = [
  { id: 1, article: 9, text: 'one', place: 1 },
  { id: 2, article: 9, text: 'two', place: 2 },
  { id: 3, article: 9, text: 'three', place: 3 },
];
const junction: readonly Row[] = [
  { id: 11, tag: { id: 1, name: 'travel' } },
  { id: 12, tag: { id: 2, name: 'food' } },
];
const at = (rows: readonly ShownRow[], index: number): ShownRow => rows[index] as ShownRow;
const states = (rows: readonly ShownRow[]): readonly string[] => rows.map(({ state }) => state);

it('orders and shows a long list without searching it for each row', () => {
  let reads = 0;
  const many = Array.from({ length: 1000 }, (_, index) => ({
    get id() {
      reads++;
      return index + 1;
    },
    place: null,
  }));
  const changes = moveRow([], showRows(many, [], comments), 999, 0, comments);
  expect(showRows(many, smallest(many, changes, comments) ?? [], comments)[0]?.key).toBe(1000);
  expect(changes).toHaveLength(1000);
  expect(reads).toBeLessThan(30_000);
});

it('tells rows that are stored, changed, detached, deleted, attached and new', () => {
  const changes = [{ id: 1, text: 'first' }, { id: 2, article: null }, { id: 3, $delete: true }, 7, { text: 'new' }];
  const rows = showRows(stored, changes, { ...comments, sort: null });
  expect(states(rows)).toEqual(['changed', 'unlinked', 'deleted', 'linked', 'new']);
  expect(at(rows, 0).values).toMatchObject({ text: 'first', place: 1 });
});

it('tells a changed row of a later page from one that is attached', () => {
  const known = (key: Key) => ({ values: { id: key, text: 'before' }, isOurs: key === 60 });
  const rows = showRows(stored, [{ id: 60, text: 'x' }, 70], { ...comments, sort: null }, known);
  expect(states(rows.slice(3))).toEqual(['changed', 'linked']);
});

it('takes a keyed row for new where people choose keys and none is known', () => {
  const shape = { ...comments, isGenerated: false, sort: null };
  expect(at(showRows([], [{ id: 'abc', text: 'x' }], shape), 0).state).toBe('new');
});

it('changes the item at the other end of a junction and keeps the rest of it', () => {
  const changes = changeRow([], at(showRows(junction, [], tags), 0), { tag: { id: 1, name: 'journeys' } }, tags);
  const row = at(showRows(junction, changes, tags), 0);
  expect(changes).toEqual([{ id: 11, tag: { id: 1, name: 'journeys' } }]);
  expect(row).toMatchObject({ state: 'changed', values: { tag: { id: 1, name: 'journeys' } } });
});

it('links over a junction once, and takes back a removal in place of a second row', () => {
  const shown = showRows(junction, [], tags);
  expect(linkItems([], [2, 5], shown, tags)).toEqual([{ tag: 5 }]);
  const removed = removeRow([], at(shown, 1), 'delete', tags);
  expect(removed).toEqual([{ id: 12, $delete: true }]);
  expect(linkItems(removed, [2], showRows(junction, removed, tags), tags)).toEqual([]);
});

it('attaches by key alone, and goes back to that when edits are taken back', () => {
  const linked = linkItems([], [7], showRows(stored, [], comments), comments);
  const edited = changeRow(linked, at(showRows(stored, linked, comments), 3), { text: 'x' }, comments);
  expect(edited).toEqual([{ id: 7, text: 'x' }]);
  expect(changeRow(edited, at(showRows(stored, edited, comments), 3), {}, comments)).toEqual([7]);
});

it('forgets a pending row that is removed, and takes back any change', () => {
  const changes = addRow([{ id: 1, text: 'x' }], { text: 'new' });
  const rows = showRows(stored, changes, comments);
  expect(removeRow(changes, at(rows, 3), 'delete', comments)).toEqual([{ id: 1, text: 'x' }]);
  expect(undo(changes, at(rows, 0), comments)).toEqual([{ text: 'new' }]);
});

it('sends only what differs', () => {
  const changes = [{ id: 1, text: 'one', place: 4 }, { id: 2, text: 'two' }, 3, { text: 'new' }];
  expect(smallest(stored, changes, comments)).toEqual([{ id: 1, place: 4 }, { text: 'new' }]);
  expect(smallest(stored, [{ id: 2, text: 'two' }], comments)).toBeUndefined();
});

it('moves a row into a gap, shares out places without one, and counts anew where places are missing', () => {
  expect(placesAfter([10, 20, 30, 40], 3, 1)).toEqual([10, 15, 20, 30]);
  expect(placesAfter([1, 2, 3, 4], 0, 2)).toEqual([1, 2, 3, 4]);
  expect(placesAfter([1, 2, 9], 0, 2)).toEqual([2, 9, 10]);
  expect(placesAfter([null, null, 4], 0, 1)).toEqual([1, 2, 3]);
});

it('changes two rows to swap neighbours', () => {
  expect(moveRow([], showRows(stored, [], comments), 0, 1, comments)).toEqual([
    { id: 2, place: 1 },
    { id: 1, place: 2 },
  ]);
});

it('keeps what was typed into a row that somebody else deleted, and removes nothing twice', () => {
  const changes = [{ id: 1, text: 'mine' }, { id: 2, $delete: true }, 7, { id: 3, text: 'x' }];
  const now = [...stored.slice(2), { id: 7 }];
  expect(rebase(changes, stored, now, new Set(['1', '2']), comments)).toEqual([
    { text: 'mine', place: 1 },
    { id: 3, text: 'x' },
  ]);
  const linked = [...junction, { id: 13, tag: { id: 5 } }];
  expect(rebase([{ tag: 5 }, { tag: 6 }], junction, linked, new Set(), tags)).toEqual([{ tag: 6 }]);
});

/** A list as the server keeps it: rows that refer to the item, and others. */
type Table = Map<string, Row>;

/** What the contract says of the entries of a list. */
function write(table: Table, entries: Changes | undefined, { key, foreign }: Shape, item: Key): Table {
  const next = new Map(table);
  let newest = Math.max(100, ...[...table.keys()].map(Number));
  for (const entry of entries ?? []) {
    const found = keyOf(entry, key);
    const row = typeof entry === 'object' ? entry : {};
    if (found === null) next.set(String(++newest), { [foreign]: item, ...row, [key]: newest });
    else if (!next.has(String(found))) throw new Error(`Item with id "${found}" not found`);
    else if (row.$delete === true) next.delete(String(found));
    else next.set(String(found), { ...next.get(String(found)), [foreign]: item, ...row, [key]: found });
  }
  return next;
}

function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** One thing that a person may do to a list. */
function act(changes: Changes, rows: readonly ShownRow[], shape: Shape, pick: (below: number) => number): Changes {
  const row = rows[pick(Math.max(rows.length, 1))];
  const kind = pick(7);
  if (kind === 0 || !row)
    return addRow(changes, shape.far ? { tag: { name: `n${pick(99)}` } } : { text: `n${pick(99)}` });
  if (kind === 1) return linkItems(changes, [pick(2) + 50], rows, shape);
  if (kind === 2) return removeRow(changes, row, pick(2) ? 'unlink' : 'delete', shape);
  if (kind === 3) return undo(changes, row, shape);
  if (kind === 4) return moveRow(changes, rows, pick(rows.length), pick(rows.length), shape);
  if (!stays(row)) return changes;
  if (!shape.far) return changeRow(changes, row, { ...pendingOf(changes, row, shape), text: `c${pick(3)}` }, shape);
  const far = farKeyOf(row.values, shape);
  const other: Entry = far === null ? { name: `c${pick(3)}` } : { id: far, name: `c${pick(3)}` };
  return changeRow(changes, row, { ...pendingOf(changes, row, shape), tag: other }, shape);
}

const listed = (table: Table, shape: Shape): readonly Row[] =>
  [...table.values()]
    .filter((row) => row[shape.foreign] === 9)
    .sort((a, b) => (shape.sort ? place(a) - place(b) || Number(a.id) - Number(b.id) : 0));
const place = (row: Row): number => (row.place === undefined ? 1e9 : Number(row.place));
const shownTexts = (rows: readonly ShownRow[]): unknown =>
  rows.filter(stays).map(({ values }) => values.text ?? values.tag);

const seeds = (count: number): readonly number[] => Array.from({ length: count }, (_, seed) => seed + 1);

function writesWhatItShows(seed: number): void {
  const pick = random(seed);
  const shape = seed % 2 ? comments : { ...comments, sort: null };
  const others = [50, 51].map((id) => ({ id, article: 8, text: `other ${id}` }));
  const table: Table = new Map([...stored, ...others].map((row) => [String(row.id), row]));
  const known = (key: Key) => ({ values: { ...table.get(String(key)) }, isOurs: false });
  let changes: Changes = [];
  for (let step = 0; step < 12; step++) changes = act(changes, showRows(stored, changes, shape, known), shape, pick);
  const shown = shownTexts(showRows(stored, changes, shape, known));
  const after = listed(write(table, smallest(stored, changes, shape), shape, 9), shape);
  const texts = after.map(({ text }) => text);
  if (shape.sort) expect(texts).toEqual(shown);
  else expect(texts.toSorted()).toEqual((shown as string[]).toSorted());
}

it('writes what it shows, whatever was done', () => {
  seeds(200).forEach(writesWhatItShows);
});

function undoesEverything(seed: number): void {
  const pick = random(seed);
  let changes: Changes = [];
  for (let step = 0; step < 10; step++) changes = act(changes, showRows(junction, changes, tags), tags, pick);
  expect(() =>
    write(new Map(junction.map((row) => [String(row.id), row])), smallest(junction, changes, tags), tags, 9),
  ).not.toThrow();
  for (let left = changes.length; left > 0; left--) {
    const row = showRows(junction, changes, tags).findLast(({ state }) => state !== 'stored');
    if (row) changes = undo(changes, row, tags);
  }
  expect(changes).toEqual([]);
}

it('undoes whatever was done over a junction', () => {
  seeds(100).forEach(undoesEverything);
});
