import { createHash, randomInt } from 'node:crypto';

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const PREFIX = 'ok_';
/** 238 bits. */
const RANDOM = 40;
const CHECK = 6;
const FORM = /^ok_[0-9A-Za-z]{46}$/;
/** How many characters of a key's random part remain visible later. */
const SHOWN = 4;

/** A new API key: the prefix, 40 random characters, and 6 check characters, by which secret scanners recognise keys. */
export function newApiKey(): string {
  const random = Array.from({ length: RANDOM }, () => DIGITS[randomInt(DIGITS.length)]).join('');
  return `${PREFIX}${random}${checkOf(random)}`;
}

/** Whether a text has the form of an API key. */
export function looksLikeApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  return text.slice(-CHECK) === checkOf(text.slice(PREFIX.length, -CHECK));
}

/** The beginning of a key, to distinguish keys by. */
export const hintOf = (key: string): string => `${key.slice(0, PREFIX.length + SHOWN)}…`;

/** The first 32 bits of the SHA-256 digest, in base 62. */
function checkOf(random: string): string {
  let rest = createHash('sha256').update(random).digest().readUInt32BE(0);
  let text = '';
  for (let place = 0; place < CHECK; place++) {
    text = DIGITS[rest % DIGITS.length] + text;
    rest = Math.floor(rest / DIGITS.length);
  }
  return text;
}
