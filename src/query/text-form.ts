/**
 * What an index over the parts of texts can do for a search: nothing, if the text has no three characters in a row
 * (`short`); find the texts that have its parts (`long`); and show that no number or moment has it (`word`).
 */
export type TextForm = 'short' | 'long' | 'word';

const LEAST = 3;
/** The most characters of a pattern; a longer one is refused when it is compared. */
export const MAX_PATTERN = 1000;
/** What texts of numbers and moments are made of; engines whose columns hold any value index those that have anything else. */
const UNTYPED = /[^0-9:. +-]+/g;
const TYPED_WORDS = ['infinity', 'nan', 'bc', 'e'];
/** More characters of a text would hardly find fewer rows. */
const MOST_TRIGRAMS = 16;

/** The parts that a text must have to match: between wildcards, or all of it. Of a text that is too long, and will be refused, only those of its beginning. */
export function partsOf(text: string, wildcards: boolean): readonly string[] {
  const plain = text.slice(0, MAX_PATTERN + 1).replaceAll('\0', '');
  return wildcards ? plain.split(/[%_]/) : [plain];
}

/** The form of a search for these parts. */
export function formOf(parts: readonly string[]): TextForm {
  if (!parts.some((part) => Array.from(part).length >= LEAST)) return 'short';
  return parts.every(({ length }) => length <= MAX_PATTERN) && parts.some(hasWord) ? 'word' : 'long';
}

const hasWord = (part: string): boolean =>
  part.match(UNTYPED)?.some((run) => !TYPED_WORDS.some((word) => word.includes(run.toLowerCase()))) === true;

/** Some of the three characters in a row that a text with these parts has; none if they are short. */
export function trigramsOf(parts: readonly string[]): readonly string[] {
  const all = parts.flatMap((part) => {
    const characters = Array.from(part);
    return characters.slice(LEAST - 1).map((_, at) => characters.slice(at, at + LEAST).join(''));
  });
  const distinct = [...new Set(all)];
  const step = Math.ceil(distinct.length / MOST_TRIGRAMS);
  return distinct.filter((_, index) => index % step === 0);
}
