import { type Changes, changeRows, type Row, type Shape, type ShownRow, stays } from './changes.ts';

/** Moves a row among those that stay, with the fewest changes of the field that orders them. */
export function moveRow(changes: Changes, shown: readonly ShownRow[], from: number, to: number, shape: Shape): Changes {
  const { sort } = shape;
  const rows = shown.filter(stays);
  if (!sort || from === to || !rows[from] || !rows[to]) return changes;
  const before = rows.map(({ values }) => (Number.isInteger(values[sort]) ? (values[sort] as number) : null));
  const places = placesAfter(before, from, to);
  const values = new Map<string, Row>();
  for (const [at, { id, values: before }] of moved(rows, from, to).entries())
    if (before[sort] !== places[at]) values.set(id, { [sort]: places[at] });
  return changeRows(changes, moved(rows, from, to), values, shape);
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(to, 0, list[from] as T);
}

/** The positions in the new order: the moved row fits into a gap, or the rows between get new ones; otherwise all count from 1. */
export function placesAfter(before: readonly (number | null)[], from: number, to: number): readonly number[] {
  if (!isRising(before)) return before.map((_, at) => at + 1);
  const after = moved(before, from, to);
  const gap = between(after[to - 1], after[to + 1]);
  return gap === null ? before : after.with(to, gap);
}

const isRising = (places: readonly (number | null)[]): places is readonly number[] =>
  places.every((place, at) => place !== null && (at === 0 || place > (places[at - 1] as number)));

function between(low: number | undefined, high: number | undefined): number | null {
  if (high === undefined) return (low ?? 0) + 1;
  const place = low === undefined ? high - 1 : Math.floor((low + high) / 2);
  return place > (low ?? 0) && place < high ? place : null;
}
