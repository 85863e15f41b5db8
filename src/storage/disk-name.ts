import { harmlessName } from '../shared/active-names.ts';
import { endingOf } from '../shared/media-types.ts';

const MAX_STEM = 180;
/** The maximum number of characters of an extension, including its dot. */
export const MAX_ENDING = 20;

/** A name without its extension, and the extension with its dot. */
export function splitName(name: string): readonly [stem: string, ending: string] {
  const ending = endingOf(name);
  return ending === '' ? [name.replace(/\.$/, ''), ''] : [name.slice(0, -ending.length - 1), `.${ending}`];
}

/**
 * The part of a name that is allowed on disk: lower case, ASCII, not a hidden file, and nothing that a server would
 * execute. (Contract, F-41 and F-43.)
 */
export function sanitized(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}_.^]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .replaceAll(/[^\w.-]/g, '')
    .replace(/^\.[.-]*/, '');
  const [stem, ending] = splitName(harmlessName(plain));
  return `${stem.slice(0, MAX_STEM)}${ending.slice(0, MAX_ENDING)}`;
}
