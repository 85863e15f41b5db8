import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const isPem = (text: string): boolean => text.includes('-----BEGIN ');

/** A configured certificate authority: PEM text or a path relative to the data folder. */
export function locatedAuthority(given: string, data: string): string {
  return isPem(given) ? given : resolve(data, given);
}

/** The PEM text of an authority that may be given as a file path. Throws if the file cannot be read. */
export function readAuthority(located: string): string {
  return isPem(located) ? located : readFileSync(located, 'utf8');
}
