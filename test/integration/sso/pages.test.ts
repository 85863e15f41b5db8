import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueToken } from '../../../src/auth/tokens.ts';
import { harnessOn } from '../../support/on-every-engine.ts';
import { createTestProject } from '../../support/project.ts';
import { addPerson, PEOPLE, type Reply, send, tokenOf } from '../../support/signing-in.ts';
import { Browser } from '../../support/sso/browser.ts';
import { type StubProvider, startStubProvider } from '../../support/sso/stub-provider.ts';

const CLIENT = { client_id: 'octavo', client_secret: 'a-secret-that-is-long-enough' };

describe('the pages of single sign-on', () => {
  const { database, server, project, prepare } = harnessOn('sqlite');
  let provider: StubProvider;
  prepare(async () => {
    provider = await startStubProvider();
    provider.person = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };
    const auth = {
      social_providers: {
        acme: { ...CLIENT, issuer: provider.base, icon: '/icons/acme.svg' },
        twitter: { identifier: 'id', secret: 'secret', client_id: 'id' },
        off: { ...CLIENT, issuer: provider.base, enabled: false },
        poor: { ...CLIENT },
        script: { ...CLIENT, issuer: 'javascript:alert(1)' },
      },
    };
    const cors = { enabled: true, origin: ['https://app.example.com'] };
    return { server: { allowHosts: ['127.0.0.1'] }, project: { auth, cors } };
  });
  beforeAll(() => addPerson(project, 'erin'));
  afterAll(() => provider.stop());

  const open = async (path: string): Promise<Response> =>
    fetch(`${server.base}/${project.key}/auth/sso${path}`, { redirect: 'manual' });
  const codeOf = async (answer: Response): Promise<unknown> =>
    (JSON.parse(await answer.text()) as { error: { code: number } }).error.code;
  const begin = (target: string): Promise<Response> =>
    open(`/acme?mode=jwt&redirect_url=${encodeURIComponent(target)}`);

  it('list the available providers', async () => {
    expect((await project.ask('GET', '/auth/sso')).body).toEqual({ data: ['acme'], public: true });
  });

  it('list pictures if the configuration says so', async () => {
    const auth = {
      sso_list: 'objects',
      social_providers: { acme: { ...CLIENT, issuer: provider.base, icon: '/a.svg' } },
    };
    const other = await createTestProject(server, { ...database, auth });
    expect((await other.ask('GET', '/auth/sso')).body.data).toEqual([{ name: 'acme', icon: '/a.svg' }]);
    await other.remove();
  });

  it.each([
    'twitter',
    'off',
    'poor',
    'script',
    '__proto__',
    'constructor',
    'toString',
    '..%2f..%2fetc',
    'a%00b',
    'ACME',
  ])('know no provider %s', async (name) => {
    for (const path of [`/${name}?mode=jwt&redirect_url=/`, `/${name}/callback?code=1&state=2`]) {
      const answer = await open(path);
      expect([answer.status, await codeOf(answer)]).toEqual([404, 1]);
    }
  });

  it.each([
    'https://evil.example.com',
    '//evil.example.com',
    '///evil.example.com',
    '/\\evil.example.com',
    '\\\\evil.example.com',
    'https:evil.example.com',
    '\t//evil.example.com',
    '/\t/evil.example.com',
    'data:text/html,x',
    'javascript:alert(1)',
    'https://app.example.com@evil.example.com',
    'https://user:secret@app.example.com/',
    'http://app.example.com/',
    'https://app.example.com.evil.example.com/',
    'https://app.example.com:8443/',
    'relative',
    `/${'x'.repeat(2000)}`,
  ])('do not lead to %j', async (target) => {
    const answer = await begin(target);
    expect([answer.status, await codeOf(answer), answer.headers.get('location')]).toEqual([422, 4, null]);
  });

  it.each(['https://app.example.com/done?x=1', '/admin/#/', '/'])('may redirect to %s', async (target) => {
    const answer = await begin(target);
    expect([answer.status, new URL(answer.headers.get('location') ?? '').origin]).toEqual([302, provider.base]);
  });

  it('redirect a browser with state, nonce and PKCE, and a cookie for the return only', async () => {
    const answer = await begin('/');
    const url = new URL(answer.headers.get('location') ?? '');
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'octavo',
      scope: 'openid email',
      redirect_uri: `${server.base}/${project.key}/auth/sso/acme/callback`,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^.{43}$/),
      nonce: expect.stringMatching(/^.{43}$/),
    });
    const cookie = answer.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(
      new RegExp(
        `^platform-${project.key}-sso=[\\w.-]+; Path=/${project.key}/auth/sso/acme/callback; Max-Age=600; HttpOnly; SameSite=Lax$`,
      ),
    );
    expect(cookie).not.toContain(url.searchParams.get('state'));
  });

  it('cannot be framed and send no referrer, even if they fail', async () => {
    const answers = [await begin('/'), await begin('//evil'), await open('/none'), await open('/acme/callback?code=1')];
    for (const { headers } of answers) {
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
      expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  it('refuse a return that this browser has not begun', async () => {
    for (const query of ['', '?code=1', '?code=1&state=', '?error=access_denied&state=1', '?code=1&state=1&state=2']) {
      const answer = await open(`/acme/callback${query}`);
      expect([answer.status, await codeOf(answer)]).toEqual([401, -1]);
    }
  });

  it("refuse another state than the browser's, which may still return", async () => {
    const browser = new Browser();
    const address = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=/admin/`;
    const { url } = await browser.open(address, ({ pathname }) => pathname.endsWith('/callback'));
    const other = new URL(url);
    other.searchParams.set('state', 'of-somebody-else');
    expect((await browser.open(other.href)).status).toBe(401);
    const { url: done } = await browser.open(url.href, ({ pathname }) => pathname === '/admin/');
    expect(done.search).toBe('');
  });

  it('lead back to the sign-in page of Studio, with the session or an error, and keep the target', async () => {
    const page = `/studio/${project.key}/sign-in?to=%2Fitems%2F3`;
    const address = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=${encodeURIComponent(page)}`;
    const isBack = ({ pathname }: URL): boolean => pathname.endsWith('/sign-in');
    provider.twist = { back: { error: 'access_denied' } };
    const { url: failed } = await new Browser().open(address, isBack);
    provider.twist = {};
    expect(failed.href).toBe(`${server.base}${page}&code=-1&error=1`);
    const browser = new Browser();
    const { url: done } = await browser.open(address, isBack);
    expect(done.href).toBe(`${server.base}${page}`);
    const check = await browser.open(`${server.base}/${project.key}/auth/check`);
    expect(JSON.parse(check.text)).toMatchObject({ data: { authenticated: true } });
  });

  it('report a failure to the admin app behind its sign-in page', async () => {
    provider.twist = { back: { error: 'access_denied' } };
    const address = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=/admin/%23/`;
    const { url } = await new Browser().open(address, ({ pathname }) => pathname === '/admin/');
    provider.twist = {};
    expect(url.href).toBe(`${server.base}/admin/?code=-1&error=1#/login?code=-1&error=1`);
    const { url: done } = await new Browser().open(address, ({ pathname }) => pathname === '/admin/');
    expect(done.href).toBe(`${server.base}/admin/#/`);
  });

  it.each([
    '',
    '?mode=jwt',
    '?redirect_url=/',
    '?mode=&redirect_url=/',
    '?mode=both&redirect_url=/',
    '?mode=jwt&redirect_url=',
  ])('are asked how to sign in and where to go then: "%s" is refused', async (query) => {
    const { status, body } = await project.ask('GET', `/auth/sso/acme${query}`, undefined, null);
    expect([status, body.error?.code]).toEqual([422, 4]);
  });

  it('exchange request tokens only', async () => {
    const open = await project.opened();
    const issuer = open.issuer ?? { secret: '', public: '', project: '' };
    const now = new Date();
    const claims = { id: 1, session: 1, nonce: 'x', email: 'admin@example.com' };
    const made = (purpose: 'reset_password' | 'invitation' | 'request_token', at = now): Promise<string> =>
      issueToken(issuer, purpose, claims, 1, at);
    const foreign = { ...issuer, secret: 'another' };
    const tokens: readonly [unknown, number][] = [
      [undefined, 109],
      ['', 109],
      [1, 109],
      ['a.b.c', 109],
      [await tokenOf(server, project, 'erin'), 109],
      [await made('reset_password'), 109],
      [await made('invitation'), 109],
      [await issueToken(foreign, 'request_token', claims, 1, now), 109],
      [await issueToken({ ...issuer, project: 'other' }, 'request_token', claims, 1, now), 101],
      [await made('request_token', new Date(now.getTime() - 120_000)), 110],
      [await made('request_token'), 110],
    ];
    const before = await project.digest();
    const replies: Reply[] = [];
    for (const [request_token] of tokens)
      replies.push(await send(server, project, 'POST', '/auth/sso/access_token', { body: { request_token } }));
    expect(replies.map(({ body }) => body.error?.code)).toEqual(tokens.map(([, code]) => code));
    expect(replies.every(({ status }) => status === 401)).toBe(true);
    expect(await project.digest()).toBe(before);
  });

  it('limit requests of strangers', async () => {
    const rate_limit = { single_sign_on: { limit: 2, interval: 60 } };
    const auth = { social_providers: { acme: { ...CLIENT, issuer: provider.base } } };
    const other = await createTestProject(server, { ...database, auth, rate_limit });
    const path = '/auth/sso/acme?mode=jwt&redirect_url=/';
    const statuses = [];
    for (let asked = 0; asked < 3; asked++) statuses.push((await other.ask('GET', path, undefined, null)).status);
    expect(statuses).toEqual([302, 302, 429]);
    await other.remove();
  });

  it('refuse codes that were obtained elsewhere', async () => {
    expect((await project.ask('POST', '/auth/sso/acme', { code: 'x' })).status).toBe(405);
  });
});
