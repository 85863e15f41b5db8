import { type Attempt, sealAttempt } from '../../../auth/sso/attempt.ts';
import { authorizationUrl, newSecrets } from '../../../auth/sso/authorize.ts';
import { isChallenge } from '../../../auth/sso/challenge.ts';
import { ApiError } from '../../../errors/api-error.ts';
import { Violations, violation } from '../../../errors/violations.ts';
import type { Context } from '../../../persistence/context.ts';
import { steadyTime } from '../../../shared/steady-time.ts';
import { callbackOf, providerNamed, type SsoParts, withProvider } from './parts.ts';
import { requireTarget, withFailure } from './target.ts';

/** The redirect that sends a browser to a provider. */
interface Begun {
  readonly location: string;
  /**
   * The sealed attempt for the browser's cookie, and the URL that the cookie is for. Absent if the provider cannot be
   * reached.
   */
  readonly kept?: { readonly attempt: string; readonly callback: string };
}

/** The requested provider, mode and target of a sign-in. */
interface Wish {
  readonly provider: string;
  readonly mode: string | undefined;
  readonly target: string | undefined;
  readonly challenge: string | undefined;
}

/** Returns the redirect to a provider's sign-in page. Errors 1, 4. (Contract, A-122.) */
export async function beginSso(context: Context, parts: SsoParts, wish: Wish): Promise<Begun> {
  const provider = providerNamed(context, wish.provider);
  const { mode, text } = required(wish);
  const target = requireTarget(context, text);
  const callback = callbackOf(context, provider);
  try {
    return await withProvider(context, parts, provider, async (client) => {
      const secrets = newSecrets(client);
      const { challenge } = wish;
      const asked = {
        provider: provider.name,
        mode,
        target: text,
        ...(challenge && { challenge }),
      } as const;
      const attempt: Attempt = { ...asked, ...secrets };
      const location = await authorizationUrl(client, provider, attempt, callback);
      return {
        location,
        kept: { attempt: await sealAttempt(parts.issuer, attempt, steadyTime(context.now)), callback },
      };
    });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { location: withFailure(target, error, null) };
  }
}

function required({ mode, target, challenge }: Wish): { readonly mode: 'jwt' | 'cookie'; readonly text: string } {
  const violations = new Violations();
  if (!mode) violations.add('mode', violation.blank);
  else if (mode !== 'jwt' && mode !== 'cookie') violations.add('mode', violation.expected('jwt or cookie'));
  if (!target) violations.add('redirect_url', violation.blank);
  if (challenge !== undefined && !isChallenge(challenge))
    violations.add('code_challenge', violation.expected('a SHA-256 in base64url'));
  violations.throwIfAny();
  return { mode: mode === 'cookie' ? 'cookie' : 'jwt', text: target ?? '' };
}
