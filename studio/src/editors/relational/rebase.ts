import { type Changes, type Entry, farKeyOf, type Key, keyOf, type Row, type Shape } from './changes.ts';

/**
 * Pending changes on top of what others have saved meanwhile: rows that are gone are not removed again, edits of them
 * become new rows, and items that are in the list by now are not added twice.
 */
export function rebase(
  changes: Changes,
  before: readonly Row[],
  now: readonly Row[],
  gone: ReadonlySet<string>,
  shape: Shape,
) {
  const there = new Set(now.map((row) => String(shape.far ? farKeyOf(row, shape) : row[shape.key])));
  return changes.flatMap((entry): Entry[] => {
    const key = keyOf(entry, shape.key);
    if (key === null) return isLinkTo(there, entry, shape) ? [] : [entry];
    if (typeof entry !== 'object') return there.has(String(key)) || gone.has(String(key)) ? [] : [entry];
    return gone.has(String(key)) ? renewed(entry, before, key, shape) : [entry];
  });
}

/** Whether a row only links, without values of its own. */
function isLinkTo(there: ReadonlySet<string>, entry: Entry, shape: Shape): boolean {
  if (!shape.far || typeof entry !== 'object' || Object.keys(entry).length > 1) return false;
  const far = entry[shape.far.field];
  return (typeof far === 'string' || typeof far === 'number') && there.has(String(far));
}

function renewed(entry: Row, before: readonly Row[], key: Key, shape: Shape): Entry[] {
  if (entry.$delete === true || entry[shape.foreign] === null) return [];
  const row = before.find((each) => String(each[shape.key]) === String(key)) ?? {};
  const values = Object.entries({ ...row, ...entry }).filter(
    ([name, value]) =>
      name !== shape.key && name !== shape.foreign && value !== null && !isHeldObject(name, value, shape),
  );
  return [Object.fromEntries(values)];
}

/** Related items that were read with a row are not written, except the one at the other end. */
const isHeldObject = (name: string, value: unknown, { far }: Shape): boolean =>
  typeof value === 'object' && name !== far?.field;
