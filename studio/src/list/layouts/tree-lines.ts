import type { ItemLine, Line } from './branches.ts';

/** The items among the lines of a tree. */
export const itemsAmong = (lines: readonly Line[]): readonly ItemLine[] =>
  lines.filter((line): line is ItemLine => line.kind === 'item');

/** The keys of an item and of its visible descendants. */
export function withBelow(lines: readonly Line[], key: string | null): ReadonlySet<string> {
  const found = new Set<string>();
  if (key === null) return found;
  for (const line of itemsAmong(lines)) if (line.key === key || found.has(line.parent ?? '')) found.add(line.key);
  return found;
}

/** The previous sibling of an item. */
export const previousSibling = (items: readonly ItemLine[], { parent, position }: ItemLine): ItemLine | undefined =>
  items.find((each) => each.parent === parent && each.position === position - 1);

/** The parent of an item. */
export const parentOf = (items: readonly ItemLine[], { parent }: ItemLine): ItemLine | undefined =>
  items.find(({ key }) => key === parent);

/** The action of a key at a line of a tree: move, unfold, fold or select; null if it has none. */
export type Move =
  | { readonly go: string }
  | { readonly unfold: string }
  | { readonly fold: string }
  | { readonly choose: string };

/** The action of a key at a line, by the usual pattern for trees: arrows move, unfold and fold. */
export function moveOf(
  pressed: string,
  lines: readonly Line[],
  at: string,
  mayUnfold: (key: string) => boolean,
): Move | null {
  const items = itemsAmong(lines);
  const index = items.findIndex(({ key }) => key === at);
  const item = items[index];
  if (!item) return null;
  const go = (target: ItemLine | undefined): Move | null => (target ? { go: target.key } : null);
  const moves: Readonly<Record<string, () => Move | null>> = {
    ArrowDown: () => go(items[index + 1]),
    ArrowUp: () => go(items[index - 1]),
    Home: () => go(items[0]),
    End: () => go(items.at(-1)),
    ArrowRight: () => inwards(item, mayUnfold(at), go(items[index + 1])),
    ArrowLeft: () => (item.isOpen ? { fold: at } : item.parent === null ? null : { go: item.parent }),
    Enter: () => ({ choose: at }),
    ' ': () => ({ choose: at }),
  };
  return moves[pressed]?.() ?? null;
}

function inwards({ key, isOpen }: ItemLine, mayUnfold: boolean, next: Move | null): Move | null {
  if (!mayUnfold) return null;
  return isOpen ? next : { unfold: key };
}
