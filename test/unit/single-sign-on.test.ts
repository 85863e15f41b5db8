import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTEMPT_SECONDS, openAttempt, sealAttempt } from '../../src/auth/sso/attempt.ts';
import { githubAddress } from '../../src/auth/sso/github-address.ts';
import { providersOf } from '../../src/auth/sso/providers.ts';
import { Connector, UnreachableAddress } from '../../src/net/connector.ts';
import { guardedFetch } from '../../src/net/guarded-fetch.ts';
import { type Listening, listen } from '../support/sso/listening.ts';

describe('the address of a GitHub account', () => {
  const entry = (email: string, verified: boolean, primary: boolean, visibility: string | null) => ({
    email,
    verified,
    primary,
    visibility,
  });
  it.each([
    ['nothing', undefined, null],
    ['an error', { message: 'Bad credentials' }, null],
    ['none that is verified', [entry('a', false, true, 'public')], null],
    ['the primary that all may see', [entry('a', true, false, 'public'), entry('b', true, true, 'public')], 'b'],
    ['the first that all may see', [entry('a', true, true, null), entry('b', true, false, 'public')], 'b'],
    ['the primary', [entry('a', true, false, null), entry('b', true, true, 'private')], 'b'],
    ['the first', [entry('a', true, false, null), entry('b', true, false, null)], 'a'],
  ])('is, of %s, the one that counts', (_what, list, email) => {
    expect(githubAddress(list)).toBe(email);
  });
});

describe('an attempt to sign in', () => {
  const issuer = { secret: 'secret', public: 'key', project: 'one' };
  const attempt = { provider: 'acme', mode: 'jwt', target: '/', state: 's', nonce: 'n', verifier: 'v' } as const;
  const now = new Date('2026-01-01T00:00:00Z');

  it('is read by its project, for ten minutes', async () => {
    const text = await sealAttempt(issuer, attempt, now);
    const later = new Date(now.getTime() + ATTEMPT_SECONDS * 1000 - 1000);
    expect(await openAttempt(issuer, text, later)).toMatchObject(attempt);
    expect(await openAttempt(issuer, text, new Date(later.getTime() + 1000))).toBeNull();
    expect(await openAttempt({ ...issuer, secret: 'another' }, text, now)).toBeNull();
    expect(await openAttempt({ ...issuer, project: 'two' }, text, now)).toBeNull();
    expect(await openAttempt(issuer, `${text.slice(0, -2)}AA`, now)).toBeNull();
    expect(await openAttempt(issuer, '', now)).toBeNull();
  });
});

describe('providers', () => {
  const of = (name: string, section: object) => providersOf({ social_providers: { [name]: section } }).get(name);

  it('are found where people registered them for Directus 8', () => {
    const client = { client_id: 'id', client_secret: 'secret' };
    expect(of('okta', { ...client, base_url: 'https://acme.okta.com/oauth2/default' })?.issuer).toBe(
      'https://acme.okta.com/oauth2/default',
    );
    expect(of('okta', { ...client, base_url: 'https://acme.okta.com/oauth2/' })?.issuer).toBe('https://acme.okta.com');
    expect(of('google', { ...client, hosted_domain: '*' })).toMatchObject({ form: 'claims', hostedDomain: null });
    expect(of('facebook', { ...client, graph_api_version: 'v2.8' })?.endpoints?.userinfo).toBe(
      'https://graph.facebook.com/v2.8/me?fields=id,email',
    );
    expect(of('github', client)?.endpoints?.userinfo).toBe('https://api.github.com/user');
  });
});

describe('the fetch of libraries', () => {
  let server: Listening;
  beforeAll(async () => {
    server = await listen(() => ({ url }, response) => {
      if (url === '/whole') return response.end('whole');
      if (url === '/moved') return response.writeHead(302, { location: '/whole' }).end();
      if (url === '/part') response.write('part');
    });
  });
  afterAll(() => server.stop());

  const options = { method: 'POST', headers: {}, body: new URLSearchParams('a=b') };
  const ask = (path: string, allowed = ['127.0.0.1'], seconds = 10): Promise<Response> =>
    guardedFetch(new Connector(allowed), { bytes: 10, seconds })(`${server.base}${path}`, options);

  it('answers, and follows nothing', async () => {
    expect(await (await ask('/whole')).text()).toBe('whole');
    expect((await ask('/moved')).status).toBe(302);
  });

  it('waits neither for an answer nor for its end without end', async () => {
    for (const path of ['/never', '/part'])
      await expect(ask(path, ['127.0.0.1'], 0.2)).rejects.toThrow(UnreachableAddress);
  });

  it('sends nothing unencrypted, but to hosts that are named', async () => {
    await expect(ask('/whole', [])).rejects.toThrow(UnreachableAddress);
    await expect(ask('/whole', ['127.0.0.2'])).rejects.toThrow(UnreachableAddress);
  });
});
