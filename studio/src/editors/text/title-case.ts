/** A text in title case, without the characters that join words in names of columns. */
export const titleCase = (text: string): string =>
  text
    .replace(/[_-]+/g, ' ')
    .trim()
    .replace(/(^|\s)(\p{Ll})/gu, (_, space: string, letter: string) => space + letter.toUpperCase());
