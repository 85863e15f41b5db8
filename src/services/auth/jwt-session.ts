import type { TokenClaims } from '../../auth/tokens.ts';
import { ApiError } from '../../errors/api-error.ts';
import { asNumber } from '../../shared/text.ts';
import type { SessionKey } from './session-token.ts';

/**
 * Returns the session that a temporary token belongs to. A token that names none was not issued by this server: error
 * 101.
 */
export function sessionKeyOf({ session, nonce }: TokenClaims): SessionKey {
  if (!Number.isSafeInteger(session) || typeof nonce !== 'string') throw new ApiError('invalidToken');
  return { id: asNumber(session), nonce };
}
