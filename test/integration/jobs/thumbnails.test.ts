import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { keyed } from '../../support/api-keys.ts';
import { jpeg, uploadTo } from '../../support/file-samples.ts';
import { giveUp, HandWorked } from '../../support/hand-worked.ts';
import { doJob, endOf, type JobAnswer } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

const COUNT = 5;
const SIZES = JSON.stringify([{ key: 'hero', width: 60, height: 40, fit: 'crop', quality: 80 }]);

onEveryEngine(
  'a job that makes thumbnails',
  ({ server, project }) => {
    let other: HandWorked;
    let presets = 0;
    const generated = (): string => join(server.data, 'uploads', project.key, 'generated');
    const stored = (): string[] =>
      readdirSync(generated(), { recursive: true, encoding: 'utf8' }).filter((name) => name.includes(','));

    beforeAll(async () => {
      await addPosts(project);
      const rows = await project.read<Payload[]>('/settings?limit=-1');
      const system = rows.find(({ key }) => key === 'asset_whitelist_system')?.value;
      presets = (typeof system === 'string' ? JSON.parse(system) : ((system as unknown[]) ?? [])).length + 1;
      const own = rows.find(({ key }) => key === 'asset_whitelist');
      await project.write('PATCH', `/settings/${own?.id}`, { value: SIZES });
      for (let made = 0; made < COUNT; made++) await uploadTo(project, `${made}.jpg`, await jpeg(made, 90, 60));
      const data = Buffer.from('no image').toString('base64');
      await project.write('POST', '/files', { data, filename_download: 'a.txt', title: 'text' });
      other = await HandWorked.open(project);
    });
    afterAll(() => other.close());

    it('makes each size of each image once, and skips existing ones', async () => {
      const job = await doJob(project, { kind: 'thumbnails' });
      expect(job).toMatchObject({ progress: { done: COUNT + 1, total: COUNT + 1, refused: 0 } });
      expect(job.result).toMatchObject({ made: COUNT * presets });
      expect(stored()).toHaveLength(COUNT * presets);
      expect((await doJob(project, { kind: 'thumbnails' })).result).toMatchObject({ made: 0 });
    });

    it('makes only those of a folder', async () => {
      const folder = await project.write<{ id: number }>('POST', '/folders', { name: 'one' });
      const [first] = await project.read<{ id: number }[]>('/files?fields=id&sort=id&limit=1');
      await project.write('PATCH', `/files/${first?.id}`, { folder: folder.id });
      rmSync(generated(), { recursive: true });
      const job = await doJob(project, { kind: 'thumbnails', folder: folder.id });
      expect(job.result).toMatchObject({ made: presets });
      expect(stored()).toHaveLength(presets);
    });

    it('continues where its server has stopped, and can be cancelled', async () => {
      rmSync(generated(), { recursive: true });
      const id = await other.make({ kind: 'thumbnails' });
      const lease = await other.take(id);
      if (lease) await giveUp(other, lease, 3);
      const half = stored().length;
      expect(half).toBeGreaterThan(0);
      await project.write('POST', `/jobs/${id}/cancel`);
      expect(await project.read<JobAnswer>(`/jobs/${id}`)).toMatchObject({ state: 'cancelled' });
      await project.write('POST', `/jobs/${id}/resume`);
      expect(await endOf(project, id)).toMatchObject({ state: 'done', result: { made: COUNT * presets } });
    });

    it('lists images that cannot be read, and makes the others', async () => {
      const data = Buffer.from('no jpeg').toString('base64');
      const wrong = await project.write<{ id: number }>('POST', '/files', {
        data,
        filename_download: 'w.jpg',
        title: 'w',
      });
      await project.write('PATCH', `/files/${wrong.id}`, { type: 'image/jpeg' });
      const job = await doJob(project, { kind: 'thumbnails' });
      expect(job.refused.map(({ key }) => key)).toEqual([`file ${wrong.id}`]);
    });

    it('is for administrators with unlimited rights, and takes nothing but a folder', async () => {
      const limited = await keyed(project, { read_only: true });
      expect((await project.ask('POST', '/jobs', { kind: 'thumbnails' }, ANN)).body.error).toMatchObject({ code: 3 });
      expect([401, 403]).toContain((await limited('POST', '/jobs', { kind: 'thumbnails' })).status);
      for (const wrong of [{ folder: '../..' }, { folder: -1 }, { files: [1] }])
        expect((await project.ask('POST', '/jobs', { kind: 'thumbnails', ...wrong })).status).toBe(422);
    });
  },
  { timeout: 120_000 },
);
