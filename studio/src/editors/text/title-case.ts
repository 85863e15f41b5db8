/** A text with each word's first letter large, and without the marks that join words in names of columns. */
export const titleCase = (text: string): string =>
  text
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/(^|\s)(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
