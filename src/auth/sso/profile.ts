import { isRecord } from '../../shared/is-record.ts';
import { asText } from '../../shared/text.ts';
import type { Attempt } from './attempt.ts';
import type { Client } from './clients.ts';
import { githubAddress } from './github-address.ts';
import type { Profile, Provider } from './provider.ts';

/** Thrown if a provider's response is not acceptable. */
class ProviderRefusal extends Error {}

type Claims = Readonly<Record<string, unknown>>;

/** An unknown address becomes part of a URL, and some databases refuse to compare texts with zeros. */
const ADDRESS = /^\P{C}{1,254}$/u;

/**
 * Exchanges the code of a provider's redirect for the person's profile. Verifies state, PKCE and, for OpenID Connect,
 * issuer, audience, signature, nonce and age. Throws {@link ProviderRefusal} and the errors of the library.
 */
export async function profileOf(client: Client, provider: Provider, attempt: Attempt, url: URL): Promise<Profile> {
  const { library, configuration } = client;
  const isConnect = provider.form === 'claims';
  const tokens = await library.authorizationCodeGrant(configuration, url, {
    expectedState: attempt.state,
    pkceCodeVerifier: attempt.verifier,
    ...(isConnect && { expectedNonce: attempt.nonce, idTokenExpected: true }),
  });
  if (isConnect)
    return connected(provider, await claimsOf(client, provider, tokens.claims() ?? {}, tokens.access_token));
  const ask = (address: string): Promise<unknown> => resource(client, tokens.access_token, address);
  return provider.form === 'github' ? fromGithub(provider, ask) : fromUserinfo(provider, ask);
}

/** Some providers leave the e-mail address out of the token, Okta leaves out whether it is verified. */
async function claimsOf(client: Client, provider: Provider, claims: Claims, token: string): Promise<Claims> {
  const { library, configuration } = client;
  if (tellsAddress(provider, claims) || !configuration.serverMetadata().userinfo_endpoint) return claims;
  return { ...claims, ...(await library.fetchUserInfo(configuration, token, asText(claims.sub))) };
}

const tellsAddress = ({ trustsEmail }: Provider, { email, email_verified: verified }: Claims): boolean =>
  email !== undefined && (verified !== undefined || trustsEmail);

function connected(provider: Provider, claims: Claims): Profile {
  const { hostedDomain } = provider;
  if (hostedDomain !== null && claims.hd !== hostedDomain)
    throw new ProviderRefusal(`the account does not belong to ${hostedDomain}`);
  return profileFrom(provider, claims.sub, claims);
}

async function fromUserinfo(provider: Provider, ask: (address: string) => Promise<unknown>): Promise<Profile> {
  const answer = await ask(provider.endpoints?.userinfo ?? '');
  if (!isRecord(answer)) throw new ProviderRefusal('the answer is not an object');
  return profileFrom(provider, answer.sub ?? answer.id, answer);
}

async function fromGithub(provider: Provider, ask: (address: string) => Promise<unknown>): Promise<Profile> {
  const userinfo = provider.endpoints?.userinfo ?? '';
  const user = await ask(userinfo);
  const email = githubAddress(await ask(`${userinfo}/emails`));
  return profileFrom(provider, isRecord(user) ? user.id : null, { email, email_verified: email !== null });
}

function profileFrom({ issuer, trustsEmail }: Provider, given: unknown, claims: Claims): Profile {
  const subject = subjectOf(given);
  if (subject === null) throw new ProviderRefusal('the answer names no subject');
  const verified = claims.email_verified === true || claims.email_verified === 'true';
  const isSilent = claims.email_verified === undefined;
  return {
    issuer,
    subject,
    email: typeof claims.email === 'string' && ADDRESS.test(claims.email) ? claims.email : null,
    verified: verified || (isSilent && trustsEmail),
  };
}

/** Null for none, and for a number too large to be read exactly: other people may share the rounded one. */
function subjectOf(value: unknown): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : null;
}

async function resource({ library, configuration }: Client, token: string, address: string): Promise<unknown> {
  const headers = new Headers({ accept: 'application/json' });
  const { fetchProtectedResource } = library;
  const answer = await fetchProtectedResource(configuration, token, new URL(address), 'GET', null, headers);
  if (answer.status !== 200) throw new ProviderRefusal(`${new URL(address).host} answered ${answer.status}`);
  return answer.json();
}
