import { hash } from 'node:crypto';

const LONG = 2_000;

/** The cache key of a statement: its text, or the digest of a long one. */
export function statementKey(text: string): string {
  return text.length > LONG ? hash('sha256', text, 'base64') : text;
}
