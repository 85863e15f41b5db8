/** What a photo says of itself. */
export interface Caption {
  readonly description: string | null;
  readonly location: string | null;
  readonly tags: readonly string[] | null;
}

/** A caption of which nothing is known. */
export const NO_CAPTION: Caption = { description: null, location: null, tags: null };

/** Characters of a text that a photo brings along. */
const MAX_TEXT = 10_000;
const MAX_TAGS = 500;

/** What the first of several captions says that says it. */
export function firstSaid(captions: readonly Caption[]): Caption {
  const first = <K extends keyof Caption>(name: K): Caption[K] | null =>
    captions.find((caption) => caption[name] !== null)?.[name] ?? null;
  return { description: first('description'), location: first('location'), tags: first('tags') };
}

/** Characters that are none, and control characters, are dropped. (Contract, F-64.) */
export function cleanText(text: string): string {
  // Halves of characters become the mark for what is none.
  return Buffer.from(text.slice(0, MAX_TEXT))
    .toString()
    .replace(/\uFFFD|(?![\t\n\r])\p{Cc}/gu, '')
    .trim();
}

/** Tags without empty and repeated ones; null where there are none. They are stored with commas between them. */
export function cleanTags(texts: readonly string[]): readonly string[] | null {
  const parts = texts.slice(0, MAX_TAGS).flatMap((text) => text.slice(0, MAX_TEXT).split(','));
  const tags = new Set(parts.map(cleanText).filter((tag) => tag !== ''));
  return tags.size > 0 ? [...tags].slice(0, MAX_TAGS) : null;
}

/** The parts of a place, from the nearest to the farthest. */
export function placeOf(parts: readonly (string | undefined)[]): string | null {
  return parts.filter((part) => part).join(', ') || null;
}
