import { createHmac } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { TokenIssuer } from '../tokens.ts';

/** A sign-in attempt, which the browser keeps while its user is at the provider. */
export interface Attempt {
  readonly provider: string;
  readonly mode: 'jwt' | 'cookie';
  /** Where to redirect afterwards, as requested. */
  readonly target: string;
  /** The challenge of the page that will exchange the request token; absent if it gave none. */
  readonly challenge?: string;
  readonly state: string;
  readonly nonce: string;
  /** The PKCE verifier. */
  readonly verifier: string;
}

/** How long a user may take to sign in at the provider. */
export const ATTEMPT_SECONDS = 600;

/** Encrypts an attempt with an expiry; only this project can read it. */
export function sealAttempt(issuer: TokenIssuer, attempt: Attempt, now: Date): Promise<string> {
  return new EncryptJWT({ ...attempt })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(audienceOf(issuer))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + ATTEMPT_SECONDS)
    .encrypt(keyOf(issuer));
}

/** Decrypts an attempt; null if it is expired or not from this project. */
export async function openAttempt(issuer: TokenIssuer, text: string, now: Date): Promise<Attempt | null> {
  try {
    const { payload } = await jwtDecrypt<Attempt>(text, keyOf(issuer), {
      audience: audienceOf(issuer),
      currentDate: now,
      requiredClaims: ['exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return payload;
  } catch {
    return null;
  }
}

const audienceOf = ({ project, public: key }: TokenIssuer): string => `${project}|${key}`;

/** Derives the key of this purpose. */
function keyOf({ secret }: TokenIssuer): Uint8Array {
  return createHmac('sha256', secret).update('single sign-on').digest();
}
