/** A place in an order that people make. */
export interface Placed {
  readonly key: string;
  readonly sort: number | null;
}

/**
 * The changes that put an item where it was dropped: `places` has it there already, with `sort` null. Places in front stay as they
 * are; those behind move on only as far as they must.
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

/** A list with an item of it, or a new one, at an index that counts the others. */
export function inserted<T>(list: readonly T[], item: T, index: number, isSame: (one: T) => boolean): readonly T[] {
  const others = list.filter((each) => !isSame(each));
  return [...others.slice(0, index), item, ...others.slice(index)];
}
