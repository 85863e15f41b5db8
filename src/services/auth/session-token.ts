import { randomBytes } from 'node:crypto';

/** What identifies a session to the server: the id of its row, and a secret of which the row stores only a digest. */
export interface SessionKey {
  readonly id: number;
  readonly nonce: string;
}

const FORM = /^ses_(\d{1,15})_([\w-]{32})$/;

/** Returns a new random secret. */
export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** Returns the value of a session cookie. */
export function printSessionKey({ id, nonce }: SessionKey): string {
  return `ses_${id}_${nonce}`;
}

/** Parses the value of a session cookie; null for any other text. */
export function parseSessionKey(text: string): SessionKey | null {
  const [, id, nonce] = FORM.exec(text) ?? [];
  return id === undefined || nonce === undefined ? null : { id: Number(id), nonce };
}
