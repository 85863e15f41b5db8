const SPECIAL: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  æ: 'ae',
  Æ: 'Ae',
  ø: 'oe',
  Ø: 'Oe',
  å: 'aa',
  Å: 'Aa',
  œ: 'oe',
  Œ: 'Oe',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
};

/**
 * Turns a text into a path segment: ASCII letters and digits joined by dashes, with other Latin letters transliterated
 * by German rules. `lowercase` folds the case. (Contract, T-51.) Studio, which imports nothing from here, has a copy
 * for its preview; a test compares both.
 */
export function slugify(text: string, lowercase = true): string {
  const latin = Array.from(text, (letter) => SPECIAL[letter] ?? letter).join('');
  const plain = latin.normalize('NFD').replace(/\p{M}+/gu, '');
  const slug = plain
    .replace(/['’]/g, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return lowercase ? slug.toLowerCase() : slug;
}
