/**
 * Names for the parts of a document that are derived from names of collections, with `_` for invalid characters.
 * Duplicates are numbered.
 */
export function partNames(texts: Iterable<string>): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  const plain = (text: string): string => text.replaceAll(/[^\w-]/g, '_').replace(/^__+/, '_');
  for (const text of [...texts].sort((a, b) => Number(plain(a) !== a) - Number(plain(b) !== b))) {
    const base = plain(text);
    let name = base;
    for (let count = 2; taken.has(name); count++) name = `${base}_${count}`;
    taken.add(name);
    names.set(text, name);
  }
  return names;
}
