/**
 * What an index over trigrams can do for a search text: nothing, if it has no three consecutive characters (`short`);
 * find the texts that contain its trigrams (`long`); and prove that no number or moment contains it (`word`).
 */
export type TextForm = 'short' | 'long' | 'word';

const MIN_LENGTH = 3;
/** The most characters of a pattern; a longer one is refused when it is compared. */
export const MAX_PATTERN = 1000;
/**
 * The characters of numbers and moments. Engines whose columns can hold any value index the values that contain others.
 */
const UNTYPED = /[^0-9:. +-]+/g;
const TYPED_WORDS = ['infinity', 'nan', 'bc', 'e'];
/** More trigrams of a text would hardly narrow the result. */
const MAX_TRIGRAMS = 16;

/**
 * The parts that a matching text must contain: those between wildcards, or the complete text. If the text is too long,
 * and will be refused, only the parts of its beginning.
 */
export function partsOf(text: string, wildcards: boolean): readonly string[] {
  const plain = text.slice(0, MAX_PATTERN + 1).replaceAll('\0', '');
  return wildcards ? plain.split(/[%_]/) : [plain];
}

/** The form of a search for these parts. */
export function formOf(parts: readonly string[]): TextForm {
  if (!parts.some((part) => Array.from(part).length >= MIN_LENGTH)) return 'short';
  return parts.every(({ length }) => length <= MAX_PATTERN) && parts.some(hasWord) ? 'word' : 'long';
}

const hasWord = (part: string): boolean =>
  part.match(UNTYPED)?.some((run) => !TYPED_WORDS.some((word) => word.includes(run.toLowerCase()))) === true;

/** Some trigrams of texts with these parts; none if all parts are short. */
export function trigramsOf(parts: readonly string[]): readonly string[] {
  const all = parts.flatMap((part) => {
    const characters = Array.from(part);
    return characters.slice(MIN_LENGTH - 1).map((_, at) => characters.slice(at, at + MIN_LENGTH).join(''));
  });
  const distinct = [...new Set(all)];
  const step = Math.ceil(distinct.length / MAX_TRIGRAMS);
  return distinct.filter((_, index) => index % step === 0);
}
