import Provider from 'oidc-provider';
import { type Listening, listen } from './listening.ts';

/** Somebody with an account at the provider. */
export interface AtProvider {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/**
 * An OpenID Connect provider where every visitor is signed in as the person that the test sets, or denied access if
 * that is null.
 */
export interface RealProvider extends Listening {
  person: AtProvider | null;
  /** Its entry in `auth.social_providers`. */
  readonly section: Readonly<Record<string, unknown>>;
}

const CLIENT = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough' };

/** Starts the provider. It requires PKCE, and authenticates its client by HTTP Basic. */
export async function startRealProvider(): Promise<RealProvider> {
  const people = new Map<string, AtProvider>();
  const state: { person: AtProvider | null } = { person: null };
  const listening = await listen((base) => {
    const provider = providerAt(base, people);
    const answer = provider.callback();
    return (request, response) => {
      if (!request.url?.startsWith('/interaction/')) return answer(request, response);
      const { person } = state;
      if (person) people.set(person.sub, person);
      const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
      provider.interactionFinished(request, response, result);
    };
  });
  return Object.assign(state, { ...listening, section: { ...CLIENT, issuer: listening.base } });
}

function providerAt(base: string, people: ReadonlyMap<string, AtProvider>): Provider {
  const provider: Provider = new Provider(base, {
    clients: [{ ...CLIENT, redirect_uris: ['https://octavo.example/callback'] }],
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context: unknown, { uid }: { readonly uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: async () => people.get(sub) }),
    loadExistingGrant: async ({ oidc }: import('oidc-provider').Context) => {
      const grant = new provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  // Ports and projects differ between tests.
  provider.Client.prototype.redirectUriAllowed = (uri) =>
    /^http:\/\/127\.0\.0\.1:\d+\/\w+\/auth\/sso\/\w+\/callback$/.test(uri);
  return provider;
}
