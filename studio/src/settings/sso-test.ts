import { type Octavo, octavo, type Untyped } from '@octavo/client';

const VERIFIER = 'octavo.sso-test';

/** The user that a sign-in through a provider would have. */
export interface Found {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/**
 * The address that tests a provider, and returns to the page of the settings. It opens no session in this browser: only this
 * page, which has the verifier, can exchange the returned token.
 */
export async function trialAddress(project: string, provider: string): Promise<string> {
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  sessionStorage.setItem(VERIFIER, verifier);
  const key = encodeURIComponent(project);
  const query = new URLSearchParams({
    mode: 'jwt',
    redirect_url: `/studio/${key}/settings/access?${new URLSearchParams({ tried: provider })}`,
    code_challenge: base64url(new Uint8Array(digest)),
  });
  return `/${key}/auth/sso/${encodeURIComponent(provider)}?${query}`;
}

/** The caller's own session is not used for this, and must not be ended by it. */
const withoutCookies: typeof fetch = (input, init) => fetch(input, { ...init, credentials: 'omit' });

/** Reads who has signed in, and ends the session that this opened. */
export async function testedUser(client: Octavo<Untyped>, project: string, requestToken: string): Promise<Found> {
  const proof = sessionStorage.getItem(VERIFIER) ?? '';
  sessionStorage.removeItem(VERIFIER);
  const { token } = await client.request<{ token: string }>(
    'POST',
    '/auth/sso/access_token',
    {},
    { request_token: requestToken, code_verifier: proof },
  );
  const theirs = octavo(`${location.origin}/${encodeURIComponent(project)}`, { token, fetch: withoutCookies });
  const found = await theirs.request<Found>('GET', '/users/me', { fields: 'first_name,last_name,email' });
  await theirs.auth.logout().catch(() => {});
  return found;
}
