/** The rules of a field for tags. */
export interface TagRules {
  readonly lowercase: boolean;
  readonly alphabetize: boolean;
  /** Only letters, digits and dashes stay. */
  readonly sanitize: boolean;
  /** Whether names such as `blue_sky` become words. */
  readonly format: boolean;
  readonly validation: RegExp | null;
}

/** The rules in a field's options. An invalid pattern is ignored; the server checks in any case. */
export const rulesOf = (options: Readonly<Record<string, unknown>>): TagRules => ({
  lowercase: options.lowercase === true,
  alphabetize: options.alphabetize === true,
  sanitize: options.sanitize === true,
  format: options.format === true,
  validation: typeof options.validation === 'string' ? patternOf(options.validation) : null,
});

function patternOf(text: string): RegExp | null {
  const delimited = /^\/(.+)\/([imsu]*)$/s.exec(text);
  try {
    return text === '' ? null : new RegExp(delimited?.[1] ?? text, delimited?.[2] ?? '');
  } catch {
    return null;
  }
}

/** The most that is read of one paste. */
const MAX_PASTED = 1000;

/** The tags in a text with commas or line breaks, by the rules. */
export const tagsIn = (text: string, rules: TagRules): readonly string[] =>
  text
    .slice(0, 200_000)
    .split(/[,\n\r\t]+/)
    .map((tag) => cleanTag(tag, rules))
    .filter((tag) => tag !== '')
    .slice(0, MAX_PASTED);

function cleanTag(text: string, { lowercase, sanitize }: TagRules): string {
  const trimmed = text.replace(/\s+/g, ' ').trim();
  const cased = lowercase ? trimmed.toLowerCase() : trimmed;
  return sanitize ? cased.replace(/[^\p{L}\p{M}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '') : cased;
}

/** Tags that a pattern refuses. */
export const refusedTags = (tags: readonly string[], { validation }: TagRules): readonly string[] =>
  validation ? tags.filter((tag) => !validation.test(tag)) : [];

/** Adds tags without duplicates, in alphabetical order if the rules say so. */
export function withTags(
  tags: readonly string[],
  more: readonly string[],
  { alphabetize }: TagRules,
): readonly string[] {
  const all = [...new Set([...tags, ...more])];
  return alphabetize ? all.sort((one, other) => one.localeCompare(other)) : all;
}
