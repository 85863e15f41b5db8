const A_MINUTE = 230;

/** How many words a text has, and how many minutes it takes to read. In languages without spaces, two characters count as a word. */
export function lengthOf(text: string): { readonly words: number; readonly minutes: number } {
  const spaced = text.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}'’-]*/gu) ?? [];
  const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
  const words = spaced.reduce((sum, word) => sum + Math.max(1, Math.round((word.match(dense)?.length ?? 0) / 2)), 0);
  return { words, minutes: Math.max(1, Math.round(words / A_MINUTE)) };
}
