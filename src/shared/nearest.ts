const MAX_LENGTH = 64;

/**
 * The name that a word was probably meant to be: the closest by edit distance, up to about a third of the word's
 * length, ignoring case. Undefined if none is close.
 */
export function nearest(word: string, names: Iterable<string>): string | undefined {
  if (word === '' || word.length > MAX_LENGTH) return undefined;
  const bound = Math.max(1, Math.floor(word.length / 3));
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const name of names) {
    if (Math.abs(name.length - word.length) > bound) continue;
    const distance = distanceBetween(word.toLowerCase(), name.toLowerCase());
    if (distance <= bound && distance < name.length && (!best || distance < best.distance)) best = { name, distance };
  }
  return best?.name;
}

/** `Did you mean "title"?`, or an empty text if no name is close. */
export function didYouMean(word: string, names: Iterable<string>): string {
  const name = nearest(word, names);
  return name === undefined ? '' : `Did you mean "${name}"?`;
}

/** The edit distance, counting swapped neighbours as one edit. */
function distanceBetween(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const changed = (last[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1);
      const swapped = isSwap(one, other, row, column) ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min((last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, changed, swapped));
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}

function isSwap(one: string, other: string, row: number, column: number): boolean {
  return row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
}
