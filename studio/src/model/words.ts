/** A name in the database as words: `published_on` becomes "Published on". */
export function asWords(name: string): string {
  const words = name.replace(/[_-]+/g, ' ').replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2');
  const text = words
    .trim()
    .toLowerCase()
    .replace(/\bid\b/g, 'ID')
    .replace(/\burl\b/g, 'URL');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface Translated {
  readonly locale?: unknown;
  readonly translation?: unknown;
  /** What one of many is called, where the name is a plural. */
  readonly singular?: unknown;
}

/** The translation of a name for a language among those of a schema: by exact tag, then by its first part. */
export const translated = (translations: unknown, language: string): string | null =>
  textOf(translationFor(translations, language)?.translation);

function translationFor(translations: unknown, language: string): Translated | undefined {
  if (!Array.isArray(translations)) return undefined;
  const rows = translations.filter((row): row is Translated => typeof row === 'object' && row !== null);
  return (
    rows.find(({ locale }) => locale === language) ??
    rows.find(({ locale }) => String(locale).split('-')[0] === language.split('-')[0])
  );
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value ? value : null);

/** What one of a collection's items is called: as its schema says, else as English forms it; null in other languages. */
export function oneOf(translations: unknown, language: string, label: string): string | null {
  const said = textOf(translationFor(translations, language)?.singular);
  return (
    said ??
    (/^en/.test(language) ? singular(label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())) : null)
  );
}

/** An English plural in the singular. Other words stay as they are. */
export const singular = (words: string): string =>
  words
    .replace(/([^aeiou])ies$/, '$1y')
    .replace(/(ss|x|[cs]h)es$/, '$1')
    .replace(/(?<![sui]|new)s$/, '');

/** A table that is no collection: one of the server's own by what it holds, any other by its name. */
export const nameOfTable = (name: string): string => (name.startsWith('octavo_') ? asWords(name.slice(7)) : name);
