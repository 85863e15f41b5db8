import { randomInt, randomUUID } from 'node:crypto';
import type { Context } from '../../persistence/context.ts';
import { harmlessName } from '../../shared/active-names.ts';
import { endingOf } from '../../shared/media-types.ts';
import { originalOf } from '../../storage/names.ts';

const HASH_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';
const MAX_STEM = 180;
const MAX_ENDING = 20;

/** Part of a path without the folders before it, and without what no system shows. */
export function baseName(path: string): string {
  return (path.split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '');
}

/** A name without its ending, and the ending with its dot. */
function split(name: string): readonly [stem: string, ending: string] {
  const ending = endingOf(name);
  return ending === '' ? [name.replace(/\.$/, ''), ''] : [name.slice(0, -ending.length - 1), `.${ending}`];
}

/**
 * What may stand on a disk of a name: lower case, ASCII, no hidden files, nothing that a server would run.
 * (Contract, F-41 and F-43.)
 */
export function sanitized(name: string): string {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}_.^]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase()
    .replaceAll(/[^\w.-]/g, '')
    .replace(/^\.[.-]*/, '');
  const [stem, ending] = split(harmlessName(plain));
  return `${stem.slice(0, MAX_STEM)}${ending.slice(0, MAX_ENDING)}`;
}

/** The next name to try when one is taken: `name.ext`, `name-1.ext`, `name-2.ext`. */
export function nextName(name: string): string {
  const [stem, ending] = split(name);
  const counted = /^(.*)-(\d{1,9})$/.exec(stem);
  return counted ? `${counted[1]}-${Number(counted[2]) + 1}${ending}` : `${stem}-1${ending}`;
}

/** The title that a name stands for: `my_holiday-photo.png` is "My Holiday Photo". (Contract, F-62.) */
export function titleOf(name: string): string {
  const [stem] = split(name);
  const words = stem.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.replaceAll(/(^|\s)\p{L}/gu, (start) => start.toUpperCase());
}

/** A name on disk that nobody else has: random, or after the given one, as the project's settings say. */
export async function takeDiskName({ store }: Context, input: string): Promise<string> {
  const name = sanitized(input);
  if (store.catalog.settings.values.get('file_naming') !== 'file_name' || name === '')
    return `${randomUUID()}${split(name)[1].slice(0, MAX_ENDING)}`;
  let candidate = name;
  while (!(await store.storage.claim(originalOf(candidate)))) candidate = nextName(candidate);
  return candidate;
}

/** 16 random characters that open a file to whoever knows them. */
export function newPrivateHash(): string {
  return Array.from({ length: 16 }, () => HASH_CHARACTERS[randomInt(HASH_CHARACTERS.length)]).join('');
}
