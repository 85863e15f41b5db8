/** The beginning of a text, at most `length` UTF-16 units, with an ellipsis if something is left out. */
export const shortened = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length)}…` : text;
