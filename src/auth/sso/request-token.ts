import { ApiError } from '../../errors/api-error.ts';
import { looksLikeJwt, type TokenClaims, type TokenIssuer, unverifiedClaims, verifyToken } from '../tokens.ts';

/** Verifies a request token and returns its claims. Errors 109, 110, 101. (Contract, A-128.) */
export async function verifyRequestToken(issuer: TokenIssuer, token: unknown, now: Date): Promise<TokenClaims> {
  const text = typeof token === 'string' && looksLikeJwt(token) ? token : '';
  const { type, key, project } = unverifiedClaims(text);
  if (type !== 'request_token') throw new ApiError('invalidRequestToken');
  if (key !== issuer.public || project !== issuer.project) throw new ApiError('invalidToken');
  try {
    return await verifyToken(issuer, 'request_token', text, now);
  } catch (error) {
    const expired = error instanceof ApiError && error.entry === 'expiredToken';
    throw new ApiError(expired ? 'expiredRequestToken' : 'invalidRequestToken');
  }
}
