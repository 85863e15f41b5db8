import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { verifyBackup } from '../../src/services/backups/verify.ts';
import { thoroughly } from '../support/battery.ts';
import { id, text } from '../support/fields.ts';
import { temporaryFolder } from '../support/server-process.ts';
import { ProjectServer } from './project-server.ts';

const KILLS = thoroughly(2);
const ITEMS = 200;
const LISTS = 20;

interface Job {
  readonly state: string;
  readonly result: { readonly name: string; readonly rows: number } | null;
}

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine];
  describe.skipIf(!given)(`a backup on ${engine}, whose servers are killed`, () => {
    const folder = temporaryFolder();
    const server = new ProjectServer(folder.path);

    beforeAll(async () => {
      await server.start();
      await server.createProject({ ...given, db_name: `backupjob${process.pid}` });
      await server.call('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
      const items = Array.from({ length: ITEMS }, (_, index) => ({ title: `note ${index} ${'x'.repeat(50)}` }));
      for (let list = 0; list < LISTS; list++) await server.call('POST', '/items/notes', items);
    }, 60_000);
    afterAll(async () => {
      await server.end();
      folder.remove();
    });

    const files = (): string[] => {
      const backups = join(folder.path, 'backups');
      if (!existsSync(backups)) return [];
      return readdirSync(backups).flatMap((project) => readdirSync(join(backups, project)));
    };

    it('is complete in the end, and a partial file never looks like a backup', {
      timeout: thoroughly(180_000),
    }, async () => {
      const { data } = await server.call('POST', '/jobs', { kind: 'backup' });
      const path = `/jobs/${(data as { id: number }).id}`;
      let killed = 0;
      let job = (await server.call('GET', path)).data as Job;
      for (let look = 0; look < thoroughly(6000) && job.state !== 'done'; look++) {
        if (killed < KILLS && job.state === 'running' && files().some((name) => name.endsWith('.part'))) {
          killed++;
          await server.kill();
          expect(files().filter((name) => !name.endsWith('.part'))).toEqual([]);
          await server.start();
          // Otherwise the test would wait for the lease of a killed server.
          await server.call('POST', `${path}/cancel`);
          await server.call('POST', `${path}/resume`);
        }
        await new Promise((done) => setTimeout(done, 2));
        job = (await server.call('GET', path)).data as Job;
      }
      expect([job.state, killed]).toEqual(['done', KILLS]);
      expect(files()).toEqual([job.result?.name]);
      const backups = join(folder.path, 'backups');
      const [project = ''] = readdirSync(backups);
      for await (const _ of verifyBackup(join(backups, project, files()[0] ?? '')));
      expect(job.result?.rows).toBeGreaterThan(ITEMS * LISTS);
    });
  });
}
