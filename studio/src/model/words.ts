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
}

/** The translation of a name for a language among those of a schema: by exact tag, then by its first part. */
export function translated(translations: unknown, language: string): string | null {
  if (!Array.isArray(translations)) return null;
  const rows = translations.filter((row): row is Translated => typeof row === 'object' && row !== null);
  const found =
    rows.find(({ locale }) => locale === language) ??
    rows.find(({ locale }) => String(locale).split('-')[0] === language.split('-')[0]);
  return typeof found?.translation === 'string' && found.translation !== '' ? found.translation : null;
}
