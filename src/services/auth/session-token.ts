import { randomBytes } from 'node:crypto';

/** What the bearer of a session knows: its row, and a secret that the row holds no more of than a digest. */
export interface SessionKey {
  readonly id: number;
  readonly nonce: string;
}

const FORM = /^ses_(\d{1,15})_([\w-]{32})$/;

/** A secret that nobody guesses. */
export function newNonce(): string {
  return randomBytes(24).toString('base64url');
}

/** The value of a session cookie. */
export function printSessionKey({ id, nonce }: SessionKey): string {
  return `ses_${id}_${nonce}`;
}

/** The session that a text names; null for any other text. */
export function parseSessionKey(text: string): SessionKey | null {
  const [, id, nonce] = FORM.exec(text) ?? [];
  return id === undefined || nonce === undefined ? null : { id: Number(id), nonce };
}
