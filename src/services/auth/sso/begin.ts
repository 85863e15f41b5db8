import { type Attempt, sealAttempt } from '../../../auth/sso/attempt.ts';
import { authorizationUrl, newSecrets } from '../../../auth/sso/authorize.ts';
import { isChallenge } from '../../../auth/sso/challenge.ts';
import { ApiError } from '../../../errors/api-error.ts';
import type { Context } from '../../context.ts';
import { callbackOf, providerNamed, type SsoParts, withProvider } from './parts.ts';
import { requireTarget, withFailure } from './target.ts';

/** What a browser is sent to a provider with. */
export interface Begun {
  readonly location: string;
  /** What the browser is to keep, and for which address; absent where the provider cannot be asked. */
  readonly kept?: { readonly attempt: string; readonly callback: string };
}

/** What was asked for: how to sign in, and where to go then. */
export interface Wish {
  readonly provider: string;
  readonly mode: string | undefined;
  readonly target: string | undefined;
  readonly challenge: string | undefined;
}

/**
 * Sends a browser to the sign-in page of a provider. Errors 1, 4, and without a target 11. (Specification, "Authentication
 * endpoints"; facts of auth and users, section 2.10.)
 */
export async function beginSso(context: Context, parts: SsoParts, wish: Wish): Promise<Begun> {
  const provider = providerNamed(context, wish.provider);
  const target = wish.target ? requireTarget(context, wish.target) : null;
  if (wish.challenge !== undefined && !isChallenge(wish.challenge))
    throw new ApiError('validation', { violations: 'code_challenge: must be a SHA-256 in base64url' });
  const callback = callbackOf(context, provider);
  try {
    return await withProvider(context, parts, provider, async (client) => {
      const mode = wish.mode === 'cookie' ? 'cookie' : 'jwt';
      const secrets = newSecrets(client);
      const { challenge } = wish;
      const asked = {
        provider: provider.name,
        mode,
        target: wish.target || null,
        ...(challenge && { challenge }),
      } as const;
      const attempt: Attempt = { ...asked, ...secrets };
      const location = await authorizationUrl(client, provider, attempt, callback);
      return { location, kept: { attempt: await sealAttempt(parts.issuer, attempt, context.now), callback } };
    });
  } catch (error) {
    if (!target || !(error instanceof ApiError)) throw error;
    return { location: withFailure(target, error, null) };
  }
}
