/** A key and its value in a document. */
export interface Pair {
  readonly key: string;
  readonly value: unknown;
}

/** The pairs of a stored document; null for anything but an object. Empty objects are read as empty lists. */
export function pairsOf(value: unknown): readonly Pair[] | null {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return pairsOfText(value);
  if (Array.isArray(value)) return value.length === 0 ? [] : null;
  return typeof value === 'object' ? Object.entries(value).map(([key, each]) => ({ key, value: each })) : null;
}

function pairsOfText(text: string): readonly Pair[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? pairsOf(value) : null;
  } catch {
    return null;
  }
}

/** Empty keys, and keys of more than one pair. */
export function faultyKeys(pairs: readonly Pair[]): ReadonlySet<string> {
  const seen = new Set<string>();
  return new Set(pairs.map(({ key }) => key).filter((key) => key === '' || seen.size === seen.add(key).size));
}

/** Pairs as a document. Those without a key are left out; of the same key the last counts. */
export const documentOf = (pairs: readonly Pair[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(pairs.filter(({ key }) => key !== '').map(({ key, value }) => [key, value]));
