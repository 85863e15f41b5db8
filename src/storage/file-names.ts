import { randomInt, randomUUID } from 'node:crypto';
import type { Settings } from '../schema/settings.ts';
import { MAX_ENDING, sanitized, splitName } from './disk-name.ts';
import { originalOf } from './names.ts';
import type { Storage } from './storage.ts';

const HASH_CHARACTERS = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** Longer than any name that a system accepts. */
const MAX_NAME = 4096;

/** The last part of a path, without characters that are not displayed. Only the end of a very long name is kept. */
export function baseName(path: string): string {
  return (path.slice(-MAX_NAME).split(/[/\\]/).at(-1) ?? '').replaceAll(/\p{Cc}/gu, '');
}

/** The next name to try when one is taken: `name.ext`, `name-1.ext`, `name-2.ext`. */
function nextName(name: string): string {
  const [stem, ending] = splitName(name);
  const counted = /^(.*)-(\d{1,9})$/.exec(stem);
  return counted ? `${counted[1]}-${Number(counted[2]) + 1}${ending}` : `${stem}-1${ending}`;
}

/** The title derived from a name: "My Holiday Photo" for `my_holiday-photo.png`. (Contract, F-62.) */
export function titleOf(name: string): string {
  const [stem] = splitName(name);
  const words = stem.toLowerCase().replaceAll(/[_-]/g, ' ');
  return words.replaceAll(/(^|\s)\p{L}/gu, (start) => start.toUpperCase());
}

/**
 * Reserves an unused name on disk: a random one, or one derived from the given name, depending on the project's
 * settings.
 */
export async function takeDiskName(storage: Storage, settings: Settings, input: string): Promise<string> {
  const name = sanitized(input);
  if (isEnding(name, input)) return `${randomUUID()}.${name}`;
  if (settings.values.get('file_naming') !== 'file_name' || name === '')
    return `${randomUUID()}${splitName(name)[1].slice(0, MAX_ENDING)}`;
  let candidate = name;
  while (!(await storage.claim(originalOf(candidate)))) candidate = nextName(candidate);
  return candidate;
}

/** Whether only the extension of a name is allowed on disk, as for `日本.jpg`. */
const isEnding = (name: string, input: string): boolean =>
  !input.startsWith('.') && sanitized(`a${input}`) === `a.${name}`;

/** 16 random characters that grant access to a file to anyone who knows them. */
export function newPrivateHash(): string {
  return Array.from({ length: 16 }, () => HASH_CHARACTERS[randomInt(HASH_CHARACTERS.length)]).join('');
}
