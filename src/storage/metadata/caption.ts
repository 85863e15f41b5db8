/** Descriptive metadata of a photo. */
export interface Caption {
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
}

/** An empty caption. */
export const NO_CAPTION: Caption = { description: null, location: null, tags: null };

/** Maximum length of a text taken from a photo. */
const MAX_TEXT = 10_000;
const MAX_TAGS = 500;
/** Tags that are examined, since many may be empty or repeated. */
const MAX_PARTS = 10_000;

/** Takes each property from the first caption that has it. */
export function mergeCaptions(captions: readonly Caption[]): Caption {
  const first = <K extends keyof Caption>(name: K): Caption[K] | null =>
    captions.find((caption) => caption[name] !== null)?.[name] ?? null;
  return { description: first('description'), location: first('location'), tags: first('tags') };
}

/** Drops invalid and control characters. (Contract, F-64.) */
export function cleanText(text: string): string {
  // Lone surrogates become the replacement character.
  return Buffer.from(text.slice(0, MAX_TEXT))
    .toString()
    .replace(/\uFFFD|(?![\t\n\r])\p{Cc}/gu, '')
    .trim();
}

/** Removes empty and repeated tags; null if none are left. They are stored with commas between them. */
export function cleanTags(texts: readonly string[]): readonly string[] | null {
  const parts = texts.slice(0, MAX_TAGS).flatMap((text) => text.slice(0, MAX_TEXT).split(',', MAX_PARTS));
  const tags = new Set(
    parts
      .slice(0, MAX_PARTS)
      .map(cleanText)
      .filter((tag) => tag !== ''),
  );
  return tags.size > 0 ? [...tags].slice(0, MAX_TAGS) : null;
}

/** Joins the parts of a location, from the nearest to the farthest. */
export function locationOf(parts: readonly (string | undefined)[]): string | null {
  return parts.filter((part) => part).join(', ') || null;
}
