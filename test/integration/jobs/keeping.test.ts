import { afterAll, beforeAll, expect, it } from 'vitest';
import { findJob, jobRows } from '../../../src/persistence/jobs/job-rows.ts';
import { checkStorage } from '../../../src/services/files/check.ts';
import { forgetOldJobs } from '../../../src/services/jobs/forget.ts';
import { IMPORTED } from '../../../src/storage/names.ts';
import { id, integer, text } from '../../support/fields.ts';
import { HandWorked } from '../../support/hand-worked.ts';
import { imported } from '../../support/imports.ts';
import { doJob, endOf, type JobAnswer, makeJob } from '../../support/jobs.ts';
import { onEngines, onEveryEngine } from '../../support/on-every-engine.ts';
import { addPosts } from '../../support/posts.ts';
import { ADMIN_TOKEN, createTestProject, type Payload, type TestProject } from '../../support/project.ts';

const DAY_MS = 86_400_000;
const MAX_LISTENERS = 50;
const MAX_OF_USER = 37;

const change = (title: string): Payload => ({
  kind: 'update',
  collection: 'posts',
  filter: { title: { eq: title } },
  payload: { minutes: 1 },
});

async function series(project: TestProject, title: string, count: number): Promise<void> {
  const made = Array.from({ length: count }, () => ({ title, minutes: 0 }));
  await project.write('POST', '/items/posts', made);
}

onEveryEngine('retention of jobs', ({ project }) => {
  let other: HandWorked;
  beforeAll(async () => {
    await addPosts(project);
    other = await HandWorked.open(project);
  });
  afterAll(() => other.close());

  /** Makes a job look as if it had ended that many days ago. */
  const age = async (id: number, days: number): Promise<void> => {
    const { database } = other.project;
    const ended = Date.now() - days * DAY_MS;
    await jobRows(other.project).update(database, [['id', '=', id]], { ended_at: ended, created_at: ended });
  };
  const forget = async (ahead = 0): Promise<void> => {
    await other.project.refresh();
    await forgetOldJobs(other.project, Date.now() + ahead * DAY_MS);
  };
  const isThere = async (id: number): Promise<boolean> =>
    (await findJob(other.project, other.project.database, id)) !== null;

  it('removes them 30 days after they have ended, with what they keep, and leaves open ones', async () => {
    await series(project, 'kept', 3);
    const old = await doJob(project, change('kept'));
    const file = await imported(project, 'title,minutes\nkept file,x\n', { collection: 'posts' });
    const recent = await doJob(project, change('kept'));
    const open = await other.make(change('kept'));
    const lease = await other.take(open);
    for (const { id } of [old, file]) await age(id, 31);
    await age(recent.id, 29);
    const objects = async (): Promise<string[]> => {
      const names: string[] = [];
      for await (const { name } of other.project.storage.list(IMPORTED)) names.push(name);
      return names;
    };
    expect(await objects()).toHaveLength(1);
    await forget();
    expect(await Promise.all([old.id, file.id, recent.id, open].map(isThere))).toEqual([false, false, true, true]);
    expect(await objects()).toEqual([]);
    expect((await project.ask('GET', `/jobs/${old.id}/refused`)).status).toBe(404);
    expect(lease).not.toBeNull();
    await project.write('POST', `/jobs/${open}/cancel`);
  });

  it('keeps what they import when the storage is checked and repaired', async () => {
    const { id: job } = await imported(project, '{"title":"checked","minutes":1}\n', { collection: 'posts' });
    const uploads = async (): Promise<number> => {
      let count = 0;
      for await (const _ of other.project.storage.list(IMPORTED)) count++;
      return count;
    };
    const before = await uploads();
    expect(before).toBeGreaterThan(0);
    const report = await checkStorage(other.project, {
      repair: true,
      contents: false,
      before: new Date(Date.now() + DAY_MS),
    });
    expect(report.orphans).toEqual([]);
    expect(await uploads()).toBe(before);
    await forget(1.1);
    expect(await uploads(), 'what a job has done with for a day').toBe(0);
    expect(await isThere(job)).toBe(true);
    await project.write('DELETE', `/jobs/${job}`);
  });

  it('keeps undo data for 7 days, or as long as the project says', async () => {
    await series(project, 'undoable', 3);
    const { id } = await doJob(project, change('undoable'));
    await forget(6);
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ undoable: true });
    await other.noticing(() => project.write('POST', '/settings', { key: 'octavo_keep_undo_days', value: '3' }));
    await forget(4);
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ undoable: false });
    expect((await project.ask('POST', '/jobs', { kind: 'undo', job: id })).status).toBe(422);
  });

  it('limits how many clients follow jobs, each user to a share, and a client that leaves makes room', async () => {
    await series(project, 'watched', 2);
    const id = await other.make(change('watched'));
    const lease = await other.take(id);
    if (!lease) throw new Error('the job was not due');
    const second = { email: 'second@example.com', password: 'Some-Secret-1', token: 'the-token-of-a-second-one' };
    const names = { first_name: 'Second', last_name: 'Administrator' };
    await project.write('POST', '/users', { ...second, ...names, role: 1, status: 'active' });
    const leaving = new AbortController();
    const staying = new AbortController();
    const follow = (signal: AbortSignal, token = ADMIN_TOKEN): Promise<Response> =>
      fetch(`${project.server.base}/${project.key}/jobs/${id}/events`, {
        headers: { Authorization: `Bearer ${token}` },
        signal,
      });
    const listeners = await Promise.all(
      Array.from({ length: MAX_OF_USER }, (_, at) => follow(at === 0 ? leaving.signal : staying.signal)),
    );
    expect(listeners.every(({ status }) => status === 200)).toBe(true);
    expect((await follow(staying.signal)).status).toBe(503);
    const others = Array.from({ length: MAX_LISTENERS - MAX_OF_USER }, () => follow(staying.signal, second.token));
    expect((await Promise.all(others)).every(({ status }) => status === 200)).toBe(true);
    const refused = await follow(staying.signal, second.token);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: { code: 11 } });
    leaving.abort();
    await expect.poll(async () => (await follow(staying.signal)).status).toBe(200);
    // Nothing has been read so far, and what is not read is not produced.
    await other.workWith(lease, async () => {});
    const text = await (listeners[1] as Response).text();
    expect(text).toContain('"state":"done"');
    expect(text.match(/^event: job$/gm)?.length).toBeLessThan(10);
    staying.abort();
  });

  it('lets nobody follow a job who is no longer signed in', { timeout: 60_000 }, async () => {
    await series(project, 'private', 2);
    const id = await other.make(change('private'));
    const lease = await other.take(id);
    const person = { email: 'third@example.com', password: 'Some-Secret-1', token: 'the-token-of-a-third-one' };
    const names = { first_name: 'Third', last_name: 'Administrator' };
    const { id: user } = await project.write<{ id: number }>('POST', '/users', {
      ...person,
      ...names,
      role: 1,
      status: 'active',
    });
    const signedIn = async (): Promise<string> => {
      const { email, password } = person;
      const { body } = await project.ask('POST', '/auth/authenticate', { email, password }, null);
      return (body.data as { token: string }).token;
    };
    const follow = (token: string): Promise<Response> =>
      project.fetch('GET', `/jobs/${id}/events`, undefined, { Authorization: `Bearer ${token}` });
    const [leaving, refreshing] = [await signedIn(), await signedIn()];
    const [left, changed, replaced] = await Promise.all([leaving, refreshing, person.token].map(follow));
    await project.ask('POST', '/auth/logout', {}, leaving);
    expect(await left?.text()).toContain('"state":"running"');
    await project.write('PATCH', `/users/${user}`, { token: 'another-token-of-a-third-one' });
    for (const each of [changed, replaced]) expect(await each?.text()).toContain('"state":"running"');
    if (lease) await other.workWith(lease, async () => {});
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ state: 'done' });
  });
});

onEngines(['sqlite'], 'jobs of several projects', ({ server, project, database }) => {
  it('does not make a short job wait for a long one of another project', { timeout: 120_000 }, async () => {
    const second = await createTestProject(server, database);
    try {
      for (const each of [project, second])
        await each.write('POST', '/collections', {
          collection: 'posts',
          fields: [id, text('title'), integer('minutes')],
        });
      await series(project, 'long', 600);
      await series(second, 'short', 10);
      const long = await makeJob(project, change('long'));
      await expect
        .poll(async () => (await project.read<JobAnswer>(`/jobs/${long.id}`)).progress.done)
        .toBeGreaterThan(0);
      const short = await doJob(second, change('short'));
      expect(short.progress.done).toBe(10);
      expect((await project.read<JobAnswer>(`/jobs/${long.id}`)).state).toBe('running');
      expect((await endOf(project, long.id)).progress).toEqual({ done: 600, total: 600, refused: 0 });
    } finally {
      await second.remove();
    }
  });
});
