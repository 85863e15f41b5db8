/** Somebody who can be mentioned. */
export interface Mentionable {
  readonly id: number;
  readonly first_name: string | null;
  readonly last_name: string | null;
}

/** A part of a comment: plain text, or the name of somebody who is mentioned. */
export interface Piece {
  readonly text: string;
  readonly isMention: boolean;
}

/** Joins the parts of a name, so that its end can be found; it looks like a space. */
const JOIN = '\u00a0';
const MENTION = /@[^\s@]+(?:\u00a0[^\s@]+)*/gu;
const TYPED = /(?:^|\s)@([^\s@]*(?: [^\s@]*)?)$/u;

/** The text that mentions a person. */
export const mentionOf = ({ first_name, last_name }: Mentionable): string =>
  `@${[first_name, last_name].filter(Boolean).join(' ').replace(/\s+/gu, JOIN)}`;

/** The parts of a comment. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(MENTION)) {
    const isWord = index > 0 && !/\s/u.test(text[index - 1] ?? '');
    if (isWord) continue;
    if (index > at) pieces.push({ text: text.slice(at, index), isMention: false });
    pieces.push({ text: found, isMention: true });
    at = index + found.length;
  }
  return at < text.length ? [...pieces, { text: text.slice(at), isMention: false }] : pieces;
}

/** What is being typed after an @ before the caret; null if nothing is. */
export const typedName = (text: string, caret: number): string | null => TYPED.exec(text.slice(0, caret))?.[1] ?? null;

/** The text and the caret after a person was chosen for what was typed. */
export function withMention(text: string, caret: number, person: Mentionable): { text: string; caret: number } {
  const start = caret - (typedName(text, caret)?.length ?? 0) - 1;
  const before = `${text.slice(0, start)}${mentionOf(person)} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}

/** The ids of those people whom a text mentions. */
export const mentionedIn = (text: string, people: readonly Mentionable[]): number[] => {
  const names = new Set(piecesOf(text).map((piece) => piece.text.replace(/[.,;:!?)]+$/u, '')));
  return people.filter((person) => names.has(mentionOf(person))).map(({ id }) => id);
};
