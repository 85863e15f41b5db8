import { expect, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { createTestProject } from '../../support/project.ts';
import { ADMINISTRATOR, EDITOR, onEverySite, type Site } from './site.ts';

/** As many requests as the app sends at once at startup. */
const AT_ONCE = 25;

onEverySite('choosing a project and signing in', (site) => {
  const browser = ({ server, project }: Site): AppClient => new AppClient(server.base, project.key);

  it('lists projects by their keys', async () => {
    const { visitor, project } = site();
    const { status, body } = await visitor.askServer('GET', '/server/projects');
    expect([status, body]).toEqual([200, { data: [project.key], public: true }]);
  });

  it('describes the project to visitors, who are told that they are the public', async () => {
    const { body } = await site().visitor.ask('GET', '/');
    expect(body.public).toBe(true);
    expect(body.data.server).toBeUndefined();
    expect(body.data.api).toMatchObject({
      project_name: expect.any(String),
      project_color: expect.stringMatching(/^#/),
      project_logo: null,
      project_foreground: null,
      project_background: null,
      project_public_note: null,
      default_locale: null,
      telemetry: expect.any(Boolean),
    });
  });

  it('recognises the signed-in by the absence of the public flag, and their limits as numbers', async () => {
    const { status, body } = await site().editor.ask('GET', '/');
    expect(status).toBe(200);
    expect('public' in body).toBe(false);
    expect(body.data.api).toMatchObject({ requires2FA: false, version: '8.8.1', database: expect.any(String) });
    expect(body.data.server.max_upload_size).toEqual(expect.any(Number));
    expect(body.data.server.general.php_version).toEqual(expect.any(String));
  });

  it('answers a wrong password with code 100 and status 404, and sets no cookie', async () => {
    const stranger = browser(site());
    const { status, body } = await stranger.signIn('admin@example.com', 'wrong');
    expect([status, body.error?.code]).toEqual([404, 100]);
    expect(body.error?.message).toEqual(expect.any(String));
    expect(stranger.jar.names).toEqual([]);
  });

  it('sets a cookie and keeps the token out of the answer', async () => {
    const eve = browser(site());
    const { status, body } = await eve.signIn(EDITOR.email, EDITOR.password);
    expect([status, Object.keys(body.data)]).toEqual([200, ['user']]);
    expect(eve.jar.names).toEqual([`platform-${site().project.key}-session`]);
    const { headers } = await eve.load(`/${site().project.key}/`);
    expect(headers.get('set-cookie')).toMatch(/; path=\/; expires=[^;]+; HttpOnly; SameSite=Lax$/);
  });

  it('greets users who are still signed in', async () => {
    const data = await site().editor.get('/users/me?fields[0]=first_name&fields[1]=last_name');
    expect(data).toEqual({ first_name: 'Eve', last_name: 'Editor' });
  });

  it('keeps one session through many concurrent requests, each of which renews it', async () => {
    const eve = browser(site());
    await eve.signIn(EDITOR.email, EDITOR.password);
    const { Cookie } = eve.jar.header();
    for (let rounds = 0; rounds < 3; rounds++) {
      const asked = Array.from({ length: AT_ONCE }, (_, at) => eve.get(at % 2 ? '/users/me' : '/items/articles'));
      expect(await Promise.all(asked)).toHaveLength(AT_ONCE);
    }
    expect(eve.jar.header()).toEqual({ Cookie });
  });

  it('keeps people signed in to several projects at once', async () => {
    const { server, project } = site();
    const other = await createTestProject(server, { db_type: 'sqlite' });
    const here = browser(site());
    const there = new AppClient(server.base, other.key, here.jar);
    await here.signIn(EDITOR.email, EDITOR.password);
    await there.signIn(ADMINISTRATOR.email, ADMINISTRATOR.password);
    expect(here.jar.names).toHaveLength(2);
    const emails = async (): Promise<unknown> => [
      (await here.get('/users/me?fields=email')).email,
      (await there.get('/users/me?fields=email')).email,
    ];
    expect(await emails()).toEqual([EDITOR.email, ADMINISTRATOR.email]);
    await there.ask('POST', '/auth/logout', {});
    expect(here.jar.names).toEqual([`platform-${project.key}-session`]);
    expect((await there.ask('GET', '/')).body.public).toBe(true);
    await here.get('/');
    await other.remove();
  });

  it('signs out: the cookie is deleted, and what it opened is closed', async () => {
    const eve = browser(site());
    await eve.signIn(EDITOR.email, EDITOR.password);
    const cookie = eve.jar.header().Cookie ?? '';
    const { status } = await eve.ask('POST', '/auth/logout', {});
    expect([status, eve.jar.names]).toEqual([200, []]);
    expect((await eve.ask('GET', '/')).body.public).toBe(true);
    const again = await fetch(`${site().server.base}/${site().project.key}/users/me`, { headers: { Cookie: cookie } });
    expect(again.status).toBe(401);
  });
});
