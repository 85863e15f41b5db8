import type { Attempt } from './attempt.ts';
import type { Client } from './clients.ts';
import type { Provider } from './provider.ts';

/** Creates the secrets of a new attempt. */
export function newSecrets({ library }: Client): Pick<Attempt, 'state' | 'nonce' | 'verifier'> {
  return {
    state: library.randomState(),
    nonce: library.randomNonce(),
    verifier: library.randomPKCECodeVerifier(),
  };
}

/** The URL of a provider's sign-in page, which redirects back to `callback`. */
export async function authorizationUrl(
  { library, configuration }: Client,
  { scopes, form, hostedDomain }: Provider,
  { state, nonce, verifier }: Attempt,
  callback: string,
): Promise<string> {
  const url = library.buildAuthorizationUrl(configuration, {
    redirect_uri: callback,
    scope: scopes.join(' '),
    state,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(form === 'claims' && { nonce }),
    ...(hostedDomain !== null && { hd: hostedDomain }),
  });
  return url.href;
}
