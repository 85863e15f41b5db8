import { createHmac } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { TokenIssuer } from '../tokens.ts';

/** What a browser keeps while its user is at the provider. */
export interface Attempt {
  readonly provider: string;
  readonly mode: 'jwt' | 'cookie';
  /** Where to go afterwards, as it was asked for. */
  readonly target: string;
  /** Of the page that will exchange the request token; absent where it gave none. */
  readonly challenge?: string;
  readonly state: string;
  readonly nonce: string;
  /** Proves to the provider that who began is who ends (PKCE). */
  readonly verifier: string;
}

/** How long somebody may take to sign in at the provider. */
export const ATTEMPT_SECONDS = 600;

/** An attempt as a text that only this project reads, for as long as it counts. */
export function sealAttempt(issuer: TokenIssuer, attempt: Attempt, now: Date): Promise<string> {
  return new EncryptJWT({ ...attempt })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setAudience(audienceOf(issuer))
    .setExpirationTime(Math.floor(now.getTime() / 1000) + ATTEMPT_SECONDS)
    .encrypt(keyOf(issuer));
}

/** The attempt of a text; null where it is none of this project, or too old. */
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

/** A key for this purpose alone. */
function keyOf({ secret }: TokenIssuer): Uint8Array {
  return createHmac('sha256', secret).update('single sign-on').digest();
}
