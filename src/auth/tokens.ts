import { decodeJwt, errors, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { ApiError } from '../errors/api-error.ts';
import { steadyTime } from '../shared/steady-time.ts';

/** The purpose of a token; a token is never accepted for another purpose. */
type Purpose = 'auth' | 'request_token' | 'reset_password' | 'invitation' | 'view' | 'preview';

/** The signing secret of a project, and the claims that identify its tokens. */
export interface TokenIssuer {
  readonly secret: string;
  readonly public: string;
  readonly project: string;
}

export interface TokenClaims {
  readonly id: number;
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/** Whether a text looks like a signed token. */
export function looksLikeJwt(text: string): boolean {
  return /^[\w-]+\.[\w-]+\.[\w-]*$/.test(text);
}

/** Issues a token that expires after `minutes`. (Contract, A-55 to A-57.) */
export function issueToken(
  issuer: TokenIssuer,
  purpose: Purpose,
  claims: Readonly<Record<string, unknown>>,
  minutes: number,
  now: Date,
): Promise<string> {
  const expires = Math.floor(now.getTime() / 1000) + minutes * 60;
  return new SignJWT({
    ...claims,
    exp: expires,
    ttl: minutes,
    type: purpose,
    key: issuer.public,
    project: issuer.project,
  })
    .setProtectedHeader({ typ: 'JWT', alg: 'HS256' })
    .sign(keyOf(issuer));
}

/**
 * Verifies that a token was issued by this project for this purpose and is still valid, and returns its claims. Errors
 * 101, 102.
 */
export async function verifyToken(
  issuer: TokenIssuer,
  purpose: Purpose,
  token: string,
  now: Date,
): Promise<TokenClaims> {
  if (!looksLikeJwt(token)) throw new ApiError('invalidToken');
  try {
    const { payload } = await jwtVerify(token, keyOf(issuer), {
      algorithms: ['HS256'],
      currentDate: steadyTime(now),
      requiredClaims: ['exp'],
    });
    const { type, key, project, id, exp, iat = 0 } = payload;
    const isOurs = type === purpose && key === issuer.public && project === issuer.project;
    if (!isOurs || typeof id !== 'number' || exp === undefined || !isTimely(exp, iat, now))
      throw new ApiError('invalidToken');
    return { ...payload, id, exp };
  } catch (error) {
    throw error instanceof errors.JWTExpired ? new ApiError('expiredToken') : new ApiError('invalidToken');
  }
}

/** The library accepts fractional expiry times, and start times in the future. */
function isTimely(exp: number, iat: number, now: Date): boolean {
  return Number.isSafeInteger(exp) && iat * 1000 <= now.getTime() + CLOCKS_DIFFER_MS;
}

/** The claims of a token without verification; only for error messages. */
export function unverifiedClaims(token: string): JWTPayload {
  try {
    return decodeJwt(token);
  } catch {
    return {};
  }
}

/** Several servers issue tokens for each other, and their clocks differ slightly. */
const CLOCKS_DIFFER_MS = 60_000;
const encoder = new TextEncoder();
const keyOf = ({ secret }: TokenIssuer): Uint8Array => encoder.encode(secret);
