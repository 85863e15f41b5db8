import { createHash } from 'node:crypto';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { createTestProject } from '../../support/project.ts';
import { ServerProcess } from '../../support/server-process.ts';
import { addPerson, dataOf, PEOPLE, type Person, type Reply, send } from '../../support/signing-in.ts';
import { Browser } from '../../support/sso/browser.ts';
import { type RealProvider, startRealProvider } from '../../support/sso/real-provider.ts';
import { linksOf, outcome, signOn } from '../../support/sso/signed-on.ts';

const ERIN = { sub: 'e-1', email: PEOPLE.erin.email, email_verified: true };

onEveryEngine('single sign-on through a provider', ({ database, server, project, prepare }) => {
  let provider: RealProvider;
  let erin: Person;
  prepare(async () => {
    provider = await startRealProvider();
    const project = { auth: { social_providers: { acme: provider.section } } };
    return { each: true, server: { allowHosts: ['127.0.0.1'] }, project };
  });
  beforeEach(async () => {
    provider.person = ERIN;
    erin = await addPerson(project, 'erin');
  });
  afterAll(() => provider.stop());

  const enter = async (mode: 'jwt' | 'cookie', browser = new Browser()): Promise<Record<string, string>> =>
    outcome(await signOn(browser, server, project, 'acme', mode));
  const exchange = (token: unknown): Promise<Reply> =>
    send(server, project, 'POST', '/auth/sso/access_token', { body: { request_token: token } });
  const me = async (token: string): Promise<unknown> =>
    (await project.ask('GET', '/users/me?fields=id', undefined, token)).body.data;

  it('sets a session cookie and leads to the target', async () => {
    const browser = new Browser();
    expect(await enter('cookie', browser)).toEqual({});
    const { text } = await browser.open(`${server.base}/${project.key}/users/me?fields=id`);
    expect(JSON.parse(text)).toEqual({ data: { id: erin.id } });
    expect(browser.cookies).not.toContain(`platform-${project.key}-sso`);
  });

  it('returns a token for one session, which is not a session itself', async () => {
    const { request_token: token = '' } = await enter('jwt');
    expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
    const replies = await Promise.all(Array.from({ length: 5 }, () => exchange(token)));
    const [first, ...others] = replies.sort((one, other) => one.status - other.status);
    expect(await me(dataOf<{ token: string }>(first as Reply).token)).toEqual({ id: erin.id });
    expect(others.map(({ status, body }) => [status, body.error?.code])).toEqual(Array(4).fill([401, 110]));
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    expect(claims.exp * 1000 - Date.now()).toBeLessThanOrEqual(60_000);
    expect(claims).toMatchObject({ type: 'request_token', project: project.key, id: erin.id });
  });

  it('returns a token that only the holder of the verifier can use, if the page sent a challenge', async () => {
    const verifier = 'a-verifier-of-the-page-that-nobody-else-knows';
    const challenge = createHash('sha256').update(verifier).digest('base64url');
    const page = await signOn(new Browser(), server, project, 'acme', 'jwt', challenge);
    const { request_token } = outcome(page);
    const exchanged = (body: object): Promise<Reply> =>
      send(server, project, 'POST', '/auth/sso/access_token', { body });
    for (const code_verifier of [undefined, null, '', 'another', challenge, 1, [verifier]])
      expect((await exchanged({ request_token, code_verifier })).body.error?.code).toBe(109);
    expect((await exchanged({ request_token, code_verifier: verifier })).status).toBe(200);
    const { request_token: foreign } = await enter('jwt');
    expect((await exchanged({ request_token: foreign, code_verifier: verifier })).body.error?.code).toBe(109);
    for (const text of ['short', `${challenge}=`, ''])
      expect((await send(server, project, 'GET', `/auth/sso/acme?code_challenge=${text}`)).body.error?.code).toBe(4);
  });

  it('returns a token that is valid in its project only, and while the user is unchanged', async () => {
    const other = await createTestProject(server, database);
    const { request_token: token } = await enter('jwt');
    const body = { request_token: token };
    expect((await send(server, other, 'POST', '/auth/sso/access_token', { body })).body.error?.code).toBe(101);
    await other.remove();
    await project.ask('PATCH', `/users/${erin.id}`, { password: 'Another-Secret-1' });
    expect((await exchange(token)).body.error?.code).toBe(110);
    const { request_token: second } = await enter('jwt');
    await project.ask('PATCH', `/users/${erin.id}`, { status: 'suspended' });
    expect((await exchange(second)).body.error?.code).toBe(103);
  });

  it('recognises people by their subject, whatever their address is by then', async () => {
    await enter('cookie');
    provider.person = { ...ERIN, email: 'elsewhere@example.com', email_verified: false };
    expect(await enter('cookie')).toEqual({});
    expect(await linksOf(server, project)).toBe(1);
    provider.person = { ...ERIN, sub: 'E-1' };
    expect(await enter('cookie')).toEqual({ code: '107', error: '1' });
    expect(await linksOf(server, project)).toBe(1);
  });

  it('links once if two browsers arrive for the first time together', async () => {
    expect(await Promise.all([enter('cookie'), enter('cookie'), enter('cookie')])).toEqual([{}, {}, {}]);
    expect(await linksOf(server, project)).toBe(1);
  });

  it('links nobody by an unverified address, and creates nobody', async () => {
    await enter('cookie');
    provider.person = { sub: 'x-1', email: PEOPLE.ravi.email, email_verified: false };
    await addPerson(project, 'ravi');
    const before = await project.digest();
    expect(await enter('cookie')).toEqual({ code: '107', error: '1' });
    provider.person = { sub: 'x-2', email: 'nobody@example.com', email_verified: true };
    expect(await enter('jwt')).toEqual({ code: '107', error: '1', 'attributes[email]': 'nobody@example.com' });
    expect([await project.digest(), await linksOf(server, project)]).toEqual([before, 1]);
  });

  it.each([
    ['is far too long', `${'x'.repeat(100_000)}@example.com`],
    ['has a zero', `${PEOPLE.erin.email}\0`],
    ['has half a character', '\ud800@example.com'],
  ])('knows nobody by an address that %s, and does not repeat it', async (_, email) => {
    provider.person = { ...ERIN, email };
    expect(await enter('cookie')).toEqual({ code: '107', error: '1' });
    expect(await linksOf(server, project)).toBe(0);
  });

  it('treats look-alike letters as different', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { email: 'kate@example.com' });
    // The Kelvin sign, which becomes a k in lower case.
    provider.person = { sub: 'k-1', email: '\u212Aate@example.com', email_verified: true };
    expect(await enter('jwt')).toMatchObject({ code: '107' });
    expect(await linksOf(server, project)).toBe(0);
  });

  it.each(['invited', 'suspended', 'draft', 'deleted'])(
    'does not let %s users in, and leaves them unlinked',
    async (status) => {
      await project.ask('PATCH', `/users/${erin.id}`, { status });
      const before = await project.digest();
      expect(await enter('cookie')).toEqual({ code: '103', error: '1' });
      expect([await project.digest(), await linksOf(server, project)]).toEqual([before, 0]);
      await project.ask('PATCH', `/users/${erin.id}`, { status: 'active' });
      expect(await enter('cookie')).toEqual({});
      await project.ask('PATCH', `/users/${erin.id}`, { status });
      expect(await enter('cookie')).toEqual({ code: '103', error: '1' });
    },
  );

  it('does not bypass the second factor', async () => {
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': 'JBSWY3DPEHPK3PXP' });
    expect(await enter('cookie')).toEqual({ code: '115', error: '1' });
    await project.ask('PATCH', `/users/${erin.id}`, { '2fa_secret': null });
    const { request_token: token } = await enter('jwt');
    await project.ask('PATCH', `/roles/${erin.role}`, { enforce_2fa: true });
    expect(await enter('jwt')).toEqual({ code: '115', error: '1' });
    expect((await exchange(token)).body.error?.code).toBe(115);
  });

  it('ignores a link whose user is another one by now', async () => {
    await enter('cookie');
    await project.ask('PATCH', `/users/${erin.id}`, { external_id: 'another' });
    provider.person = { ...ERIN, email_verified: false };
    expect(await enter('cookie')).toEqual({ code: '107', error: '1' });
    provider.person = ERIN;
    expect(await enter('cookie')).toEqual({});
    expect(await linksOf(server, project)).toBe(1);
  });

  it('links another account once an administrator has removed the first link', async () => {
    await enter('cookie');
    provider.person = { ...ERIN, sub: 'e-2' };
    expect(await enter('cookie')).toEqual({ code: '107', error: '1' });
    const flags = ['--project', project.key, '--email', PEOPLE.erin.email, '--data', server.data];
    expect(await new ServerProcess(['user', 'forget-sso', ...flags]).ended()).toMatchObject({ code: 0 });
    expect(await enter('cookie')).toEqual({});
    expect(await linksOf(server, project)).toBe(1);
  }, 60_000);

  it('tells the target when the user declines', async () => {
    provider.person = null;
    expect(await enter('cookie')).toEqual({ code: '-1', error: '1' });
  });

  it('succeeds once, for the browser that began', async () => {
    const browser = new Browser();
    const isCallback = ({ pathname }: URL): boolean => pathname.endsWith('/callback');
    const address = `${server.base}/${project.key}/auth/sso/acme?mode=cookie&redirect_url=/after?kept=1`;
    const { url } = await browser.open(address, isCallback);
    const before = await project.digest();
    const stranger = await new Browser().open(url.href);
    expect([stranger.status, JSON.parse(stranger.text).error.code]).toEqual([401, -1]);
    expect(await project.digest()).toBe(before);
    const twin = browser.copy();
    const isAfter = ({ pathname }: URL): boolean => pathname === '/after';
    expect(outcome(await browser.open(url.href, isAfter))).toEqual({});
    expect((await browser.open(url.href)).status).toBe(401);
    expect(outcome(await twin.open(url.href, isAfter))).toEqual({ code: '-1', error: '1' });
    expect(twin.cookies).not.toContain(`platform-${project.key}-session`);
  });
});
