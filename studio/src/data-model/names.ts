const MAX_LENGTH = 64;
const LONGEST_OF_RELATIONS = 45;

/** The key for a label: "Price (net)" becomes `price_net`. Letters lose their accents, and other scripts are left out. */
export function keyOf(label: string): string {
  return label
    .replace(/ß/g, 'ss')
    .replace(/[øØ]/g, 'o')
    .replace(/[æÆ]/g, 'ae')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, LONGEST_OF_RELATIONS);
}

/** What is wrong with a field's name: it is empty, has invalid characters, or is taken. */
export function faultOfField(name: string, taken: readonly string[]): 'missing' | 'signs' | 'taken' | 'long' | null {
  if (name === '') return 'missing';
  if (!/^[A-Za-z0-9_$:]+$/.test(name)) return 'signs';
  if (name.length > MAX_LENGTH) return 'long';
  return isTaken(name, taken) ? 'taken' : null;
}

/** What is wrong with a collection's name. */
export function faultOfCollection(
  name: string,
  taken: readonly string[],
): 'missing' | 'signs' | 'reserved' | 'taken' | 'long' | null {
  if (name === '') return 'missing';
  if (!/[A-Za-z0-9]/.test(name) || name !== name.trim() || /\p{C}/u.test(name)) return 'signs';
  if (/^(directus_|octavo_)/i.test(name)) return 'reserved';
  if (name.length > MAX_LENGTH) return 'long';
  return isTaken(name, taken) ? 'taken' : null;
}

const isTaken = (name: string, taken: readonly string[]): boolean =>
  taken.some((each) => each.toLowerCase() === name.toLowerCase());

/** A free name: the requested one, or with the first free number. */
export function freeName(wanted: string, taken: readonly string[], longest = MAX_LENGTH): string {
  const short = wanted.slice(0, longest);
  if (!isTaken(short, taken)) return short;
  for (let number = 2; ; number++) {
    const end = `_${number}`;
    const name = short.slice(0, longest - end.length) + end;
    if (!isTaken(name, taken)) return name;
  }
}

/** The name of a field that refers to an item of a collection: `categories` becomes `category`. */
export function oneOf(collection: string): string {
  const name = keyOf(collection.replace(/^directus_/, ''));
  if (/[^aeiou]ies$/.test(name)) return name.replace(/ies$/, 'y');
  if (/(ss|x|ch|sh)es$/.test(name)) return name.replace(/es$/, '');
  return /[^s]s$/.test(name) && !/(us|is|news)$/.test(name) ? name.replace(/s$/, '') : name;
}

/** The name of a junction of two collections. */
export const junctionName = (ours: string, theirs: string, taken: readonly string[]): string =>
  freeName(`${keyOf(ours)}_${keyOf(theirs.replace(/^directus_/, ''))}`, taken);

/** The names of a junction's two fields, which differ even if it joins a collection with itself. */
export function junctionFields(ours: string, theirs: string): readonly [string, string] {
  const first = oneOf(ours) || 'item';
  const second = oneOf(theirs) || 'related';
  return first === second || second === 'id' ? [first, `related_${second}`] : [first, second];
}
