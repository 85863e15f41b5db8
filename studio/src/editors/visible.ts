const CONTROLS = /[\u202A-\u202E\u2066-\u2069\u200E\u200F\u061C]/g;

/** A text in which characters that change the direction of others can be seen, so that a name cannot look like another. */
export const visible = (text: string): string => text.replace(CONTROLS, (letter) => `[${codeOf(letter)}]`);

const codeOf = (letter: string): string =>
  `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
