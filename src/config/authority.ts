import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const isPem = (text: string): boolean => text.includes('-----BEGIN ');

/** An authority as it was configured, PEM text or a path; paths count from the data folder. */
export function locatedAuthority(given: string, data: string): string {
  return isPem(given) ? given : resolve(data, given);
}

/** The PEM text of an authority that may be the path of a file. Throws when the file cannot be read. */
export function readAuthority(located: string): string {
  return isPem(located) ? located : readFileSync(located, 'utf8');
}
