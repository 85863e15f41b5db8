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
  /** The singular, if the name is a plural. */
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

/** The name of one item of a collection: from the schema, otherwise the English singular; null in other languages. */
export function oneOf(translations: unknown, language: string, label: string): string | null {
  const said = textOf(translationFor(translations, language)?.singular);
  return (
    said ??
    (/^en/.test(language) ? singular(label.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())) : null)
  );
}

/** The singular of an English plural. Other words stay as they are. */
export const singular = (words: string): string =>
  words
    .replace(/([^aeiou])ies$/, '$1y')
    .replace(/(ss|x|[cs]h)es$/, '$1')
    .replace(/(?<![sui]|new)s$/, '');

/** The name of a table that is no collection: an internal one is named by what it holds, any other by its own name. */
export const nameOfTable = (name: string): string => (name.startsWith('octavo_') ? asWords(name.slice(7)) : name);
