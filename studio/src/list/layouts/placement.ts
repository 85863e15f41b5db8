import type { Collection } from '../../model/collection.ts';
import { keyOfRow, type Row } from './layout.ts';
import type { RowChange } from './moves.ts';
import { inserted, placed } from './order.ts';

/** A new position of a row in a manual order. */
interface Place {
  readonly key: string;
  readonly sort: number;
}

/** The changes of moving a card: fields of its own row, and the positions of others. */
interface Placement {
  readonly own: Row;
  readonly others: readonly RowChange[];
}

/** The positions that change when a row is inserted among the rows of a column, at an index that counts the row itself. */
export function placesIn(collection: Collection, rows: readonly Row[], row: Row, index: number): readonly Place[] {
  const { sort } = collection;
  if (!sort) return [];
  const isSame = (each: Row): boolean => keyOfRow(collection, each) === keyOfRow(collection, row);
  const at = rows.findIndex(isSame);
  const target = at >= 0 && at < index ? index - 1 : index;
  if (at === target) return [];
  const sortOf = (each: Row): number | null => (isSame(each) ? null : ((each[sort.name] as number | null) ?? null));
  const list = inserted(rows, row, target, isSame);
  return placed(list.map((each) => ({ key: keyOfRow(collection, each), sort: sortOf(each) })));
}

/** Divides positions into that of the moved row and those of others. */
export function placementOf(
  collection: Collection,
  rows: readonly Row[],
  row: Row,
  places: readonly Place[],
): Placement {
  const name = collection.sort?.name ?? '';
  const moved = keyOfRow(collection, row);
  const own = places.find((place) => place.key === moved);
  const byKey = new Map(rows.map((each) => [keyOfRow(collection, each), each]));
  const others = places.flatMap(({ key, sort }) => {
    const other = key === moved ? undefined : byKey.get(key);
    return other ? [{ row: other, change: { [name]: sort } }] : [];
  });
  return { own: own ? { [name]: own.sort } : {}, others };
}
