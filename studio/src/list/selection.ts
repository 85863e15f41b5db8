/** Which items are selected: some by key, or all that match. */
export interface Selection {
  readonly keys: ReadonlySet<string>;
  readonly isAll: boolean;
  /** Where a range begins. */
  readonly anchor: string | null;
}

export const NOTHING: Selection = { keys: new Set(), isAll: false, anchor: null };

export const isSelected = ({ keys, isAll }: Selection, key: string): boolean => isAll || keys.has(key);

/** Selects or deselects an item. */
export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, isAll: false, anchor: key };
}

/** Selects from the anchor to an item, in the order of the list. */
export function extend(selection: Selection, key: string, order: readonly string[]): Selection {
  const [from, to] = [order.indexOf(selection.anchor ?? key), order.indexOf(key)];
  if (from < 0 || to < 0) return toggle(selection, key);
  const range = order.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { keys: new Set([...selection.keys, ...range]), isAll: false, anchor: selection.anchor ?? key };
}

/** Selects all loaded items; deselects them if they are already selected. */
export function toggleAll({ keys, isAll }: Selection, order: readonly string[]): Selection {
  const isFull = isAll || (order.length > 0 && order.every((key) => keys.has(key)));
  return isFull ? NOTHING : { keys: new Set(order), isAll: false, anchor: null };
}
