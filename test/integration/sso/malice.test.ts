import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { harnessOn } from '../../support/on-every-engine.ts';
import { requestRaw } from '../../support/raw-request.ts';
import { addPerson, PEOPLE } from '../../support/signing-in.ts';
import { Browser } from '../../support/sso/browser.ts';
import { linksOf, outcome, signOn } from '../../support/sso/signed-on.ts';
import { type StubProvider, startStubProvider, type Twist } from '../../support/sso/stub-provider.ts';

const ERIN = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };
const CLIENT = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough' };
const REFUSED = { code: '-1', error: '1' };
const UNVERIFIED = { code: '107', error: '1' };

const now = Math.floor(Date.now() / 1000);
const malice: readonly [what: string, twist: Twist][] = [
  ['another issuer', { claims: { iss: 'https://accounts.example.com' } }],
  ['another audience', { claims: { aud: 'somebody-else' } }],
  ['several audiences and another party', { claims: { aud: ['octavo', 'other'], azp: 'other' } }],
  ['another nonce', { claims: { nonce: 'guessed' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['no signature', { signature: 'none' }],
  ['the signature of another key', { signature: 'foreign' }],
  ['an age that is over', { claims: { iat: now - 900, exp: now - 600 } }],
  ['no age', { claims: { exp: undefined } }],
  ['nobody', { claims: { sub: undefined } }],
  ['nobody in an empty text', { claims: { sub: '' } }],
  ['another subject at its userinfo', { claims: { email: undefined }, userinfo: { ...ERIN, sub: 'somebody-else' } }],
  ['another issuer in its redirect', { back: { iss: 'https://accounts.example.com' } }],
  ['an error in its redirect', { back: { error: 'server_error' } }],
  ['an error for a token', { tokenStatus: 500 }],
];

describe('single sign-on through a provider that lies', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  let provider: StubProvider;
  prepare(async () => {
    provider = await startStubProvider();
    const { base } = provider;
    const endpoints = {
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
      userinfo_endpoint: `${base}/userinfo`,
    };
    const social_providers = {
      acme: { ...CLIENT, issuer: base },
      late: { ...CLIENT, issuer: base },
      google: { ...CLIENT, issuer: base, hosted_domain: 'example.com' },
      github: { ...CLIENT, base_url: base },
      plain: { ...CLIENT, ...endpoints },
      trusted: { ...CLIENT, ...endpoints, trust_email: true },
      gone: { ...CLIENT, issuer: 'http://127.0.0.1:9' },
      private: { ...CLIENT, issuer: 'http://10.0.0.1' },
    };
    return { each: true, server: { allowHosts: ['127.0.0.1'] }, project: { auth: { social_providers } } };
  });
  beforeEach(async () => {
    provider.twist = {};
    provider.person = ERIN;
    await addPerson(project, 'erin');
  });
  afterAll(() => provider.stop());

  const enter = async (name: string, browser = new Browser()): Promise<Record<string, string>> =>
    outcome(await signOn(browser, server, project, name, 'cookie'));

  it.each(malice)('refuses %s', async (_what, twist) => {
    provider.twist = twist;
    const before = await project.digest();
    const browser = new Browser();
    expect(await enter('acme', browser)).toEqual(REFUSED);
    expect(browser.cookies).toEqual([]);
    expect([await project.digest(), await linksOf(server, project)]).toEqual([before, 0]);
    provider.twist = {};
    expect(await enter('acme')).toEqual({});
  });

  it('requires PKCE with S256', async () => {
    await enter('acme');
    expect(provider.challenges.at(-1)).toBe('S256');
  });

  it('does not accept metadata of another issuer, and retries', async () => {
    provider.twist = { issuer: 'https://accounts.example.com' };
    expect(await enter('late')).toEqual(REFUSED);
    provider.twist = {};
    expect(await enter('late')).toEqual({});
  });

  it('accepts a return once, even if the provider accepts its code twice', async () => {
    const browser = new Browser();
    const address = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=/after?kept=1`;
    const { url } = await browser.open(address, ({ pathname }) => pathname.endsWith('/callback'));
    const twin = browser.copy();
    const isAfter = ({ pathname }: URL): boolean => pathname === '/after';
    expect(outcome(await browser.open(url.href, isAfter))).toEqual({});
    expect(outcome(await twin.open(url.href, isAfter))).toEqual(REFUSED);
    expect(twin.cookies).toEqual([]);
  });

  it('neither begins nor completes a sign-in for HEAD requests, which only check links', async () => {
    const target = encodeURIComponent(`${server.base}/after?kept=1`);
    const begin = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=${target}`;
    const browser = new Browser();
    const { url } = await browser.open(begin, ({ pathname }) => pathname.endsWith('/callback'));
    for (const address of [begin, url]) {
      const { status, headers } = await fetch(address, { method: 'HEAD', redirect: 'manual' });
      expect([status, headers.get('allow'), headers.get('set-cookie')]).toEqual([405, 'GET, OPTIONS', null]);
    }
    const after = await browser.open(url.href, ({ pathname }) => pathname === '/after');
    expect(outcome(after)).toEqual({});
  });

  it.each(['%', 'a b', '[::1'])('refuses a host that no address can have: %s', async (Host) => {
    const path = `/${project.key}/auth/sso/acme?mode=cookie&redirect_url=/after`;
    const { status, headers, body } = await requestRaw(server.base, path, { headers: { Host } });
    expect([status, JSON.parse(body.toString()).error.code, headers.location]).toEqual([400, 2, undefined]);
  });

  it.each(['gone', 'private'])('reports that a provider cannot be reached that is %s', async (name) => {
    expect(await enter(name)).toEqual({ code: '11', error: '1' });
  });

  it('lets members of one organisation in if configured', async () => {
    expect(await enter('google')).toEqual(REFUSED);
    provider.twist = { claims: { hd: 'example.org' } };
    expect(await enter('google')).toEqual(REFUSED);
    provider.twist = { claims: { hd: 'example.com' } };
    expect(await enter('google')).toEqual({});
  });

  it('accepts addresses of GitHub that are verified', async () => {
    provider.person = { id: 4711, email: PEOPLE.erin.email };
    provider.emails = [{ email: PEOPLE.erin.email, verified: false, primary: true, visibility: 'public' }];
    expect(await enter('github')).toEqual(UNVERIFIED);
    provider.emails = [{ email: PEOPLE.erin.email, verified: true, primary: true, visibility: null }];
    expect(await enter('github')).toEqual({});
    provider.emails = [];
    expect(await enter('github')).toEqual({});
    provider.person = { email: PEOPLE.erin.email };
    expect(await enter('github')).toEqual(REFUSED);
  });

  it('accepts an address that OAuth 2 does not verify only if configured', async () => {
    provider.person = { id: '1', email: PEOPLE.erin.email };
    expect(await enter('plain')).toEqual(UNVERIFIED);
    provider.person = { id: '1', email: PEOPLE.erin.email, email_verified: false };
    expect(await enter('trusted')).toEqual(UNVERIFIED);
    provider.person = { id: '1', email: PEOPLE.erin.email };
    expect(await enter('trusted')).toEqual({});
  });

  it('accepts no number as a subject that is too large to be told from others', async () => {
    provider.person = { id: 2 ** 53, email: PEOPLE.erin.email, email_verified: true };
    expect(await enter('plain')).toEqual(REFUSED);
    provider.person = { id: 2 ** 53 - 1, email: PEOPLE.erin.email, email_verified: true };
    expect(await enter('plain')).toEqual({});
  });

  it("asks the provider's userinfo if the token has an address and does not say whether it is verified", async () => {
    const silent = { sub: 'e-1', email: PEOPLE.erin.email };
    provider.person = silent;
    for (const said of [silent, { ...ERIN, email_verified: false }, { ...ERIN, sub: 'somebody-else' }]) {
      provider.twist = { userinfo: said };
      expect(await enter('acme')).toMatchObject({ error: '1' });
    }
    provider.twist = { userinfo: ERIN };
    expect(await enter('acme')).toEqual({});
  });

  it('believes a token that says whether an address is verified', async () => {
    provider.person = { ...ERIN, email_verified: false };
    provider.twist = { userinfo: ERIN };
    expect(await enter('acme')).toEqual(UNVERIFIED);
  });

  it('does not confuse the subjects of two providers', async () => {
    expect(await enter('acme')).toEqual({});
    provider.person = { ...ERIN, email_verified: false };
    expect(await enter('plain')).toEqual(UNVERIFIED);
    provider.person = ERIN;
    expect(await enter('plain')).toEqual({});
    expect(await linksOf(server, project)).toBe(2);
  });
});
