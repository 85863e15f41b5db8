import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { type Listening, listen } from './listening.ts';

type Claims = Readonly<Record<string, unknown>>;

/** How a provider misbehaves. */
export interface Twist {
  readonly claims?: Claims;
  readonly signature?: 'none' | 'foreign';
  /** The issuer in the provider's metadata. */
  readonly issuer?: string;
  /** Parameters of the redirect back. */
  readonly back?: Readonly<Record<string, string>>;
  readonly userinfo?: Claims;
  readonly tokenStatus?: number;
}

/** A provider that answers as the test says: OpenID Connect, and also the addresses of GitHub. */
export interface StubProvider extends Listening {
  twist: Twist;
  person: Claims;
  emails: unknown;
  /** The `code_challenge_method` of each authorization request. */
  readonly challenges: string[];
}

/** Starts a provider that accepts the same code any number of times, as long as PKCE holds. */
export async function startStubProvider(): Promise<StubProvider> {
  const [keys, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' };
  const state = { twist: {} as Twist, person: {} as Claims, emails: [] as unknown, challenges: [] as string[] };
  let asked = new URLSearchParams();

  const token = async (base: string): Promise<string> => {
    const now = Math.floor(Date.now() / 1000);
    const nonce = asked.get('nonce');
    const usual = { iss: base, aud: 'octavo', iat: now, exp: now + 300, ...(nonce !== null && { nonce }) };
    const claims = { ...usual, ...state.person, ...state.twist.claims };
    if (state.twist.signature === 'none') return new UnsecuredJWT(claims).encode();
    const { privateKey } = state.twist.signature === 'foreign' ? foreign : keys;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey);
  };

  const tokens = async (base: string, request: IncomingMessage): Promise<Reply> => {
    const sent = new URLSearchParams(await text(request));
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== asked.get('code_challenge')) return { status: 400, body: { error: 'invalid_grant' } };
    const idToken = asked.get('scope')?.includes('openid') ? { id_token: await token(base) } : {};
    return { status: state.twist.tokenStatus ?? 200, body: { access_token: 'at', token_type: 'bearer', ...idToken } };
  };

  const authorize = (url: URL): Reply => {
    asked = url.searchParams;
    state.challenges.push(asked.get('code_challenge_method') ?? '');
    const back = new URL(asked.get('redirect_uri') ?? '');
    const parameters = { code: 'the-code', state: asked.get('state') ?? '', ...state.twist.back };
    for (const [name, value] of Object.entries(parameters)) back.searchParams.set(name, value);
    return { status: 302, body: {}, location: back.href };
  };

  const metadata = (base: string): Claims => ({
    issuer: state.twist.issuer ?? base,
    authorization_endpoint: `${base}/login/oauth/authorize`,
    token_endpoint: `${base}/login/oauth/access_token`,
    userinfo_endpoint: `${base}/userinfo`,
    jwks_uri: `${base}/jwks`,
    id_token_signing_alg_values_supported: ['RS256'],
  });

  const replyTo = async (base: string, request: IncomingMessage): Promise<Reply> => {
    const url = new URL(request.url ?? '', base);
    if (url.pathname === '/login/oauth/authorize') return authorize(url);
    if (url.pathname === '/login/oauth/access_token') return tokens(base, request);
    const pages: Readonly<Record<string, unknown>> = {
      '/.well-known/openid-configuration': metadata(base),
      '/jwks': { keys: [jwk] },
      '/userinfo': state.twist.userinfo ?? state.person,
      '/api/v3/user': state.person,
      '/api/v3/user/emails': state.emails,
    };
    return { status: url.pathname in pages ? 200 : 404, body: pages[url.pathname] ?? {} };
  };
  const listening = await listen((base) => (request, response) => {
    replyTo(base, request).then((reply) => send(response, reply));
  });
  return Object.assign(state, listening);
}

interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
}

function send(response: ServerResponse, { status, body, location }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
  response.end(JSON.stringify(body));
}
