import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';

/** The installer checks the second digit, which is the owner's. */
const MODE = /^[0-7]7[0-7]{2}$/;
const MIN_VERSION = '7.1.0';

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  describe.skipIf(!inject('engines')[engine])(`the installer on ${engine}`, () => {
    let server: Running;
    let visitor: AppClient;
    const project = `installed_${engine}_${process.pid}`;
    beforeAll(async () => {
      server = await startServer();
      visitor = new AppClient(server.base, project);
    });
    afterAll(async () => {
      await visitor.askServer('DELETE', `/server/projects/${project}?super_admin_token=${SUPER_ADMIN_TOKEN}`);
      await server.stop();
    });

    it('is shown on a server without projects', async () => {
      const { status, body } = await visitor.askServer('GET', '/server/projects');
      expect([status, body.error?.code]).toEqual([503, 14]);
    });

    it('checks the server, which anybody may as long as there is no project', async () => {
      const { status, body } = await visitor.askServer('GET', '/server/info');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        directus: '8.8.1',
        server: { type: expect.stringContaining('apache') },
        php: { version: expect.stringMatching(/^\d+\.\d+\.\d+/), extensions: { pdo: true, mysqli: true, gd: true } },
      });
      for (const mode of Object.values(body.data.permissions)) expect(mode).toMatch(MODE);
      expect(body.data.php.version.localeCompare(MIN_VERSION, 'en', { numeric: true })).toBeGreaterThan(0);
    });

    it('creates the first project', async () => {
      const address = inject('engines')[engine] ?? {};
      const { status, text } = await visitor.askServer('POST', '/server/projects', {
        project_name: 'Installed',
        project,
        user_email: 'first@example.com',
        user_password: 'First-Secret-1',
        db_host: '',
        db_port: '',
        db_password: '',
        db_user: 'root',
        db_name: project,
        super_admin_token: SUPER_ADMIN_TOKEN,
        ...address,
      });
      expect([status, text]).toEqual([200, '{"public":true}']);
      expect((await visitor.askServer('GET', '/server/projects')).body.data).toEqual([project]);
      expect((await visitor.signIn('first@example.com', 'First-Secret-1')).status).toBe(200);
    });

    it('asks for the token from then on', async () => {
      const missing = await visitor.askServer('GET', '/server/info');
      expect([missing.status, missing.body.error?.code]).toEqual([422, 4]);
      const wrong = await visitor.askServer('GET', '/server/info?super_admin_token=wrong');
      expect([wrong.status, wrong.body.error?.code]).toEqual([401, 3]);
      expect((await visitor.askServer('GET', `/server/info?super_admin_token=${SUPER_ADMIN_TOKEN}`)).status).toBe(200);
    });

    it('is told why a project cannot be created', async () => {
      const { status, body } = await visitor.askServer('POST', '/server/projects', {
        project: 'other',
        user_email: 'a@example.com',
        user_password: 'x',
        db_name: 'other',
        db_user: 'root',
        super_admin_token: 'wrong',
      });
      expect([status, body.error?.code]).toEqual([401, 3]);
      expect(body.error?.message).toEqual(expect.any(String));
      const taken = {
        project,
        user_email: 'a@example.com',
        user_password: 'x',
        db_name: 'x',
        db_user: 'root',
        super_admin_token: SUPER_ADMIN_TOKEN,
      };
      const again = await visitor.askServer('POST', '/server/projects', taken);
      expect(again.status).toBe(409);
      expect(again.body.error?.message).toContain(project);
      expect((await visitor.askServer('GET', '/server/projects')).body.data).toEqual([project]);
    });
  });
}
