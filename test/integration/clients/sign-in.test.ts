import { expect, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { onEveryEngine } from './site.ts';

onEveryEngine('choosing a project and signing in', (site) => {
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

  it('tells the signed-in by the absence of the public flag, and their limits as numbers', async () => {
    const { status, body } = await site().editor.ask('GET', '/');
    expect(status).toBe(200);
    expect('public' in body).toBe(false);
    expect(body.data.api).toMatchObject({ requires2FA: false, version: '8.8.1', database: expect.any(String) });
    expect(body.data.server.max_upload_size).toEqual(expect.any(Number));
    expect(body.data.server.general.php_version).toEqual(expect.any(String));
  });

  it('answers a wrong password with code 100 and status 404', async () => {
    const { server, project } = site();
    const stranger = new AppClient(server.base, project.key);
    const { status, body } = await stranger.signIn('admin@example.com', 'wrong');
    expect([status, body.error?.code]).toEqual([404, 100]);
    expect(body.error?.message).toEqual(expect.any(String));
  });

  it('greets who is still signed in', async () => {
    const data = await site().editor.get('/users/me?fields[0]=first_name&fields[1]=last_name');
    expect(data).toEqual({ first_name: 'Eve', last_name: 'Editor' });
  });
});
