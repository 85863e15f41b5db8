import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { DatabaseFront } from '../../support/database-front.ts';
import { createTestProject, type TestProject } from '../../support/project.ts';
import { type Running, startServer } from '../../support/running.ts';

/** More projects than are opened concurrently on one database server. */
const PROJECTS = 6;
/** Less than it takes to find out that a server does not answer. */
const SOON_MS = 3_000;

for (const engine of ['mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`projects whose database server does not answer, on ${engine}`, () => {
    let server: Running;
    let front: DatabaseFront;
    let embedded: TestProject;
    let silent: readonly TestProject[];

    beforeAll(async () => {
      server = await startServer();
      front = await DatabaseFront.to(String(given?.db_host), Number(given?.db_port));
      embedded = await createTestProject(server, {});
      const made: TestProject[] = [];
      for (let count = 0; count < PROJECTS; count++)
        made.push(await createTestProject(server, { ...given, db_port: front.port }));
      silent = made;
    }, 120_000);

    afterAll(async () => {
      front.silence(false);
      for (const project of silent) await project.remove();
      front.close();
      await server.stop();
    }, 60_000);

    it('do not keep others from being opened', { timeout: 60_000 }, async () => {
      for (const { key } of [embedded, ...silent]) await server.app.registry.close(key);
      front.silence(true);
      const waiting = silent.map((project) => project.ask('GET', '/users'));
      const begun = performance.now();
      expect((await embedded.ask('GET', '/users')).status).toBe(200);
      expect(performance.now() - begun).toBeLessThan(SOON_MS);
      expect(new Set((await Promise.all(waiting)).map(({ status }) => status))).toEqual(new Set([503]));
    });
  });
}
