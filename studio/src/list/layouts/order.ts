/** A position in a manual order. */
export interface Placed {
  readonly key: string;
  readonly sort: number | null;
}

/**
 * The changes that put an item where it was dropped: `places` has it there already, with `sort` null. Positions before it stay as
 * they are; those after it move only as far as necessary.
 */
export function placed(places: readonly Placed[]): readonly { readonly key: string; readonly sort: number }[] {
  const changes: { key: string; sort: number }[] = [];
  let before = 0;
  for (const { key, sort } of places) {
    const next = sort !== null && sort > before ? sort : before + 1;
    if (next !== sort) changes.push({ key, sort: next });
    before = next;
  }
  return changes;
}

/** A list with one of its items, or a new one, moved to an index among the others. */
export function inserted<T>(list: readonly T[], item: T, index: number, isSame: (one: T) => boolean): readonly T[] {
  const others = list.filter((each) => !isSame(each));
  return [...others.slice(0, index), item, ...others.slice(index)];
}
