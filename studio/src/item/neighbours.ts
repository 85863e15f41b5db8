import { listKey } from '../list/links.ts';

interface Remembered {
  readonly keys: readonly string[];
  /** The address of the list as it was shown, with its filters. */
  readonly address: string;
}

/** The list that the user came from; null if none is known. */
export function rememberedList(project: string, collection: string): Remembered | null {
  try {
    return JSON.parse(sessionStorage.getItem(listKey(project, collection)) ?? 'null') as Remembered | null;
  } catch {
    return null;
  }
}

/** The previous and next item in the list that the user came from. */
export function neighboursOf(
  project: string,
  collection: string,
  key: string | null,
): Record<'before' | 'after', string | null> {
  const keys = rememberedList(project, collection)?.keys ?? [];
  const index = key === null ? -1 : keys.indexOf(key);
  if (index < 0) return { before: null, after: null };
  return { before: keys[index - 1] ?? null, after: keys[index + 1] ?? null };
}
