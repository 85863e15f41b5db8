import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { HandWorked } from '../../support/hand-worked.ts';
import type { JobAnswer } from '../../support/jobs.ts';
import { onEngines } from '../../support/on-every-engine.ts';
import { addPosts } from '../../support/posts.ts';
import { type Ended, ServerProcess } from '../../support/server-process.ts';

onEngines(
  ['sqlite'],
  'octavo jobs',
  ({ server, project }) => {
    let other: HandWorked;
    beforeAll(async () => {
      await addPosts(project);
      other = await HandWorked.open(project);
      await project.write('POST', '/items/posts', [{ title: 'one' }, { title: 'two' }]);
    });
    afterAll(() => other.close());

    const octavo = (...args: readonly string[]): Promise<Ended> =>
      new ServerProcess(['jobs', ...args, '--data', server.data, '--project', project.key]).ended();
    const all = { collection: 'posts', filter: {} };

    it('runs a job, lists it and shows it', async () => {
      const input = JSON.stringify({ ...all, payload: { minutes: 5 } });
      const done = await octavo('run', 'update', '--input', input);
      expect(done).toMatchObject({ code: 0 });
      expect(done.stdout).toMatch(/^\d+ {2}update {2}done {2}2\/2 {2}user - /);
      expect(done.stderr).toContain('update');
      expect(await project.read('/items/posts?fields=minutes')).toEqual([{ minutes: 5 }, { minutes: 5 }]);
      const [id = ''] = done.stdout.split(' ');
      const [listed, shown] = await Promise.all([octavo('list', '--state', 'done'), octavo('show', '--id', id)]);
      expect(listed.stdout).toContain(done.stdout.trim());
      expect(JSON.parse(shown.stdout)).toMatchObject({ id: Number(id), state: 'done', undoable: true, user: null });
    });

    it('cancels a job of a server, which can be resumed', async () => {
      const id = await other.make({ kind: 'update', ...all, payload: { minutes: 6 } });
      expect(await other.take(id)).not.toBeNull();
      expect((await octavo('cancel', '--id', String(id))).stdout).toMatch(/ {2}cancelled /);
      const again = await octavo('cancel', '--id', String(id));
      expect(again).toMatchObject({ code: 78, stdout: '' });
      expect(again.stderr).toContain('cancelled');
      expect((await octavo('resume', '--id', String(id))).stdout).toMatch(/ {2}waiting /);
      await expect
        .poll(async () => (await project.read<JobAnswer>(`/jobs/${id}`)).state)
        .toMatch(/waiting|running|done/);
      await project.ask('POST', `/jobs/${id}/cancel`);
    });

    it('makes a backup, from which another project can be created', async () => {
      const done = await octavo('run', 'backup');
      expect(done).toMatchObject({ code: 0 });
      const [id = ''] = done.stdout.split(' ');
      const { result } = JSON.parse((await octavo('show', '--id', id)).stdout);
      const file = join(server.data, 'backups', project.key, result.name);
      const restore = (...args: readonly string[]): Promise<Ended> =>
        new ServerProcess(['restore', ...args, '--data', server.data, '--db-type', 'sqlite', '--db-name', 'r']).ended();
      expect(await restore(file, '--project', project.key)).toMatchObject({ code: 78, stdout: '' });
      expect((await restore(`${file}x`, '--project', 'restored')).stderr).toContain('there is no file');
      expect((await restore(server.data, '--project', 'restored')).stderr).toContain('there is no file');
      expect((await restore(builtMain(), '--project', 'restored')).stderr).toContain('does not begin like one');
      expect(await restore(file, '--project', 'restored')).toMatchObject({ code: 0, stderr: '' });
    });

    it('says what is wrong with a command, and does nothing', async () => {
      const wrong = [
        ['run'],
        ['run', 'everything'],
        ['run', 'delete', '--input', '[]'],
        ['show', '--id', '4711'],
        ['run', '--id', '4711'],
        ['list', '--state', 'asleep'],
      ];
      for (const { code, stdout, stderr } of await Promise.all(wrong.map((args) => octavo(...args)))) {
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr.trim().split('\n')).toHaveLength(1);
      }
      expect(await project.read('/items/posts?fields=id')).toHaveLength(2);
    });

    it('ends with another exit code if something was refused', async () => {
      await project.write('PATCH', '/fields/posts/minutes', { validation: '/^[0-6]$/' });
      const { code, stdout } = await octavo(
        'run',
        'update',
        '--input',
        JSON.stringify({ ...all, payload: { minutes: 9 } }),
      );
      expect(code).toBe(1);
      expect(stdout).toContain('2 refused');
    });
  },
  { timeout: 120_000 },
);
