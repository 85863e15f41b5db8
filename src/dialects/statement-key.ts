import { hash } from 'node:crypto';

const LONG = 2_000;

/** What a statement is remembered by: its text, or the digest of a long one. */
export function statementKey(text: string): string {
  return text.length > LONG ? hash('sha256', text, 'base64') : text;
}
