import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { AppClient } from '../../support/app-client.ts';
import { EVERY_ENGINE } from '../../support/on-every-engine.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';

/** Many clients of Directus 8 name no other project. */
const KEY = '_';
const PROJECTS = '/server/projects';

for (const engine of EVERY_ENGINE)
  describe.skipIf(!inject('engines')[engine])(`a project with the key _ on ${engine}`, () => {
    let server: Running;
    let visitor: AppClient;
    const listed = async (): Promise<unknown> => (await visitor.askServer('GET', PROJECTS)).body.data;
    beforeAll(async () => {
      server = await startServer();
      visitor = new AppClient(server.base, KEY);
    });
    afterAll(async () => {
      await visitor.askServer('DELETE', `${PROJECTS}/${KEY}?super_admin_token=${SUPER_ADMIN_TOKEN}`);
      await server.stop();
    });

    it('can be created', async () => {
      const { status } = await visitor.askServer('POST', PROJECTS, {
        project: KEY,
        user_email: 'first@example.com',
        user_password: 'First-Secret-1',
        db_type: engine,
        db_name: `default_${engine}_${process.pid}`,
        super_admin_token: SUPER_ADMIN_TOKEN,
        ...inject('engines')[engine],
      });
      expect(status).toBe(200);
      expect(await listed()).toEqual([KEY]);
    });

    it('lets people sign in, and keeps their items and files', async () => {
      expect((await visitor.signIn('first@example.com', 'First-Secret-1')).status).toBe(200);
      expect(visitor.jar.names).toEqual(['platform-_-session']);
      const { body } = await visitor.ask('POST', '/files', { data: 'aGVsbG8=', filename_download: 'hello.txt' });
      expect(body.data.data.url).toMatch(/^\/uploads\/_\/originals\//);
      expect(await (await visitor.load(body.data.data.url)).text()).toBe('hello');
    });

    it('can be private', async () => {
      const config = join(server.data, 'config');
      renameSync(join(config, '_.json'), join(config, 'private._.json'));
      await expect.poll(listed, { timeout: 10_000 }).toEqual([]);
      expect((await visitor.ask('GET', '/users/me?fields=email')).body.data).toEqual({ email: 'first@example.com' });
    });

    it('is no example, as files with longer names that begin with _ are', async () => {
      writeFileSync(join(server.data, 'config', '_example.json'), '{}');
      expect((await visitor.askServer('GET', '/_example/')).status).toBe(401);
      expect((await visitor.ask('GET', '/')).status).toBe(200);
    });
  });
