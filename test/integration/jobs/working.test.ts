import { afterAll, beforeAll, expect, it } from 'vitest';
import type { User } from '../../../src/permissions/caller.ts';
import { jobRows } from '../../../src/persistence/jobs/job-rows.ts';
import type { Lease } from '../../../src/persistence/jobs/lease.ts';
import { failureOf } from '../../../src/services/jobs/failure.ts';
import { forgetOldJobs } from '../../../src/services/jobs/forget.ts';
import { giveUp, HandWorked } from '../../support/hand-worked.ts';
import { uploaded } from '../../support/imports.ts';
import { doJob, type JobAnswer, makeJob } from '../../support/jobs.ts';
import { onEveryEngine } from '../../support/on-every-engine.ts';
import { ANN, addPosts, type Posts } from '../../support/posts.ts';
import type { Payload } from '../../support/project.ts';

onEveryEngine('working on a job', ({ server, project }) => {
  let posts: Posts;
  let one: HandWorked;
  let other: HandWorked;
  beforeAll(async () => {
    posts = await addPosts(project);
    one = await HandWorked.open(project);
    other = await HandWorked.open(project);
  });
  afterAll(async () => {
    await one.close();
    await other.close();
  });

  const ann = (): User => ({ kind: 'user', id: posts.ann, role: posts.role });
  const series = async (title: string, count: number): Promise<void> => {
    const made = Array.from({ length: count }, () => ({ title, minutes: 0 }));
    await project.write('POST', '/items/posts', made);
  };
  const minutesOf = async (title: string): Promise<number[]> => {
    const found = await project.read<{ minutes: number }[]>(
      `/items/posts?limit=-1&sort=id&fields=minutes&filter[title][eq]=${title}`,
    );
    return found.map(({ minutes }) => minutes);
  };
  const change = (title: string): Payload => ({
    kind: 'update',
    collection: 'posts',
    filter: { title: { eq: title } },
    payload: { minutes: 1 },
  });
  /** How often each item of a series was changed, according to the activity. */
  const changesOf = async (title: string): Promise<number[]> => {
    const items = await project.read<{ id: number }[]>(
      `/items/posts?limit=-1&sort=id&fields=id&filter[title][eq]=${title}`,
    );
    const records = await project.read<{ item: string }[]>(
      '/activity?limit=-1&filter[action][eq]=update&filter[collection][eq]=posts&fields=item',
    );
    return items.map(({ id }) => records.filter(({ item }) => item === String(id)).length);
  };

  /** Takes a job from the server while it works on it. */
  const stolen = async (id: number): Promise<Lease> => {
    for (let tries = 0; tries < 1000; tries++) {
      await other.expire(id);
      const lease = await other.take(id);
      if (lease) return lease;
    }
    throw new Error('the job was not due');
  };

  it('is tried again if a column that it reads has just been removed', async () => {
    const read = async () => one.project.database.all({ text: 'SELECT removed FROM posts', parameters: [] });
    const error: unknown = await read().catch((failure: unknown) => failure);
    expect(failureOf(one.project, error)).toMatchObject({ entry: 'databaseBusy', kind: 'unavailable' });
  });

  it('is continued by another server after each step in which one was killed, and changes nothing twice', async () => {
    await series('killed', 60);
    const id = await one.make(change('killed'));
    let servers = 0;
    for (; (await one.job(id)).state !== 'done'; servers++) {
      expect(servers).toBeLessThan(40);
      const lease = await (servers % 2 === 0 ? one : other).take(id);
      if (!lease) throw new Error('the job was not due');
      await giveUp(servers % 2 === 0 ? one : other, lease, 1);
      await one.expire(id);
    }
    expect(servers).toBeGreaterThan(2);
    expect((await one.job(id)).progress).toEqual({ done: 60, total: 60, refused: 0 });
    expect(await changesOf('killed')).toEqual(Array(60).fill(1));
  });

  it('is done by one of two servers, and the work of the one that has lost it is void', async () => {
    await series('shared', 40);
    const id = await one.make(change('shared'));
    const leases = await Promise.all([one.take(id), other.take(id)]);
    expect(leases.filter((lease) => lease !== null)).toHaveLength(1);
    const slow = leases[0] ? one : other;
    const lease = leases[0] ?? leases[1];
    if (!lease) throw new Error('nobody has the job');
    await slow.workWith(lease, async (steps) => {
      if (steps !== 1) return;
      await one.expire(id);
      expect((await (slow === one ? other : one).work(id)).state).toBe('done');
    });
    expect((await one.job(id)).progress.done).toBe(40);
    expect(await changesOf('shared')).toEqual(Array(40).fill(1));
  });

  it('is left to the server that has taken it, although the clock of that server is wrong', async () => {
    await series('taken', 2000);
    const { id } = await makeJob(project, change('taken'));
    await expect.poll(async () => (await other.job(id)).progress.done, { interval: 5 }).toBeGreaterThan(0);
    const lease = await stolen(id);
    const look = () => doJob(project, change('nothing'));
    await look();
    await other.expire(id);
    const { version } = await other.job(id);
    await look();
    expect((await other.job(id)).version).toBe(version);
    await other.workWith(lease, async () => {});
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ state: 'done', progress: { done: 2000 } });
    expect(await changesOf('taken')).toEqual(Array(2000).fill(1));
  });

  it('imports each row once, although servers stall or lose it in the middle of a file', async () => {
    const rows = Array.from({ length: 90 }, (_, at) => `lost ${at},${at % 30 === 7 ? 'x' : at}`).join('\n');
    const upload = await uploaded(project, 'posts', `title,minutes\n${rows}\n`);
    const admin: User = { kind: 'user', id: 1, role: 1 };
    const id = await one.make({ kind: 'import', collection: 'posts', upload }, admin);
    for (let servers = 0; servers < 6; servers++) {
      const lease = await (servers % 2 === 0 ? one : other).take(id);
      if (!lease) throw new Error('the job was not due');
      await giveUp(servers % 2 === 0 ? one : other, lease, 2);
      await one.expire(id);
    }
    const slow = await one.take(id);
    if (!slow) throw new Error('the job was not due');
    await one.workWith(slow, async (steps) => {
      if (steps !== 1) return;
      await one.expire(id);
      expect((await other.work(id)).state).toBe('done');
    });
    expect((await one.job(id)).progress).toEqual({ done: 90, total: 90, refused: 3 });
    const made = await project.read<{ title: string; minutes: number }[]>(
      '/items/posts?limit=-1&fields=title,minutes&filter[title][rlike]=lost%25',
    );
    expect(made.map(({ title, minutes }) => `${title},${minutes}`).sort()).toEqual(
      rows
        .split('\n')
        .filter((row) => !row.endsWith('x'))
        .sort(),
    );
  });

  it('stops when it is cancelled, keeps what was committed, and can be resumed', async () => {
    await series('cancelled', 50);
    const id = await one.make(change('cancelled'));
    await one.work(id, async (steps) => {
      if (steps === 1) expect((await project.ask('POST', `/jobs/${id}/cancel`)).status).toBe(200);
    });
    const { state, progress } = await one.job(id);
    expect(state).toBe('cancelled');
    expect(progress.done).toBeLessThan(50);
    expect((await minutesOf('cancelled')).filter((minutes) => minutes === 1)).toHaveLength(progress.done);
    expect((await project.ask('POST', `/jobs/${id}/cancel`)).status).toBe(409);
    const resumed = await project.write<JobAnswer>('POST', `/jobs/${id}/resume`);
    expect(resumed.error).toBeNull();
    await expect.poll(async () => (await one.job(id)).state).toBe('done');
    expect(await changesOf('cancelled')).toEqual(Array(50).fill(1));
  });

  it('is left to others when its server stops', async () => {
    await series('stopped', 40);
    const id = await one.make(change('stopped'));
    const stopping = new AbortController();
    const lease = await one.take(id);
    if (!lease) throw new Error('the job was not due');
    await one.workWith(lease, async (steps) => void (steps === 1 && stopping.abort()), stopping.signal);
    expect(await one.job(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect((await other.work(id)).state).toBe('done');
    expect(await changesOf('stopped')).toEqual(Array(40).fill(1));
  });

  it('fails when its user is suspended meanwhile, and can be resumed once the user is active again', async () => {
    await series('suspended', 40);
    const id = await one.make(change('suspended'), ann());
    const status = (to: string) => project.write('PATCH', `/users/${posts.ann}`, { status: to });
    await one.work(id, async (steps) => void (steps === 1 && (await status('suspended'))));
    const failed = await project.read<JobAnswer>(`/jobs/${id}`);
    expect(failed).toMatchObject({ state: 'failed', error: { code: 103 } });
    expect(failed.progress.done).toBeLessThan(40);
    await status('active');
    await project.write('POST', `/jobs/${id}/resume`);
    await expect.poll(async () => (await one.job(id)).state).toBe('done');
    expect(await changesOf('suspended')).toEqual(Array(40).fill(1));
  });

  it('loses the rights that its role loses meanwhile', async () => {
    await series('withdrawn', 40);
    const [rule] = await project.read<{ id: number }[]>(
      `/permissions?filter[role][eq]=${posts.role}&filter[collection][eq]=posts`,
    );
    const update = (level: string) =>
      one.noticing(() => project.write('PATCH', `/permissions/${rule?.id}`, { update: level }));
    const id = await one.make(change('withdrawn'), ann());
    await one.work(id, async (steps) => void (steps === 1 && (await update('none'))));
    await update('full');
    const job = await project.read<JobAnswer>(`/jobs/${id}`);
    expect(job).toMatchObject({ state: 'done', progress: { done: 40 } });
    expect(job.progress.refused).toBeGreaterThan(0);
    expect(job.refused[0]?.code).toBe(302);
    const changed = (await minutesOf('withdrawn')).filter((minutes) => minutes === 1).length;
    expect(changed).toBe(40 - job.progress.refused);
  });

  it('has the limits of the API key that created it, and ends with the key', async () => {
    await series('keyed', 40);
    const settings = { name: 'jobs', collections: { posts: ['read', 'update'] } };
    const key = await project.ask('POST', '/users/me/keys', settings, ANN);
    const { id: keyId, key: secret } = key.body.data as { id: number; key: string };
    expect(
      (await project.ask('POST', '/jobs', { ...change('keyed'), kind: 'delete', payload: undefined }, secret)).status,
    ).toBeGreaterThanOrEqual(400);
    const rights = { key: keyId, readOnly: false, collections: new Map(), digest: 'tests' };
    const caller: User = {
      ...ann(),
      key: { ...rights, collections: new Map([['posts', new Set(['read', 'update'])]]) },
    };
    const statuses = [];
    for (const maker of [ann(), caller]) {
      const seen = await one.make(change('nothing'), maker);
      statuses.push((await project.ask('GET', `/jobs/${seen}`, undefined, secret)).status);
      await one.work(seen);
    }
    expect(statuses).toEqual([404, 200]);
    const id = await one.make(change('keyed'), caller);
    await one.work(id, async (steps) => {
      if (steps === 1)
        expect((await project.ask('DELETE', `/users/me/keys/${keyId}`, undefined, ANN)).status).toBe(204);
    });
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ state: 'failed', error: { code: 103 } });
  });

  it('is given up when servers stop in the same step again and again', async () => {
    await series('poison', 1);
    const id = await one.make(change('poison'));
    for (let death = 1; death <= 5; death++) {
      expect(await one.take(id)).not.toBeNull();
      await one.expire(id);
    }
    await one.work(id);
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ state: 'failed', error: { code: 11 } });
    await project.write('POST', `/jobs/${id}/resume`);
    await expect.poll(async () => (await one.job(id)).state).toBe('done');
  });

  it('of a kind that only a newer version knows is left to its servers, and delays no others', async () => {
    await series('newer', 1);
    const id = await one.make(change('newer'));
    const { database } = one.project;
    await jobRows(one.project).update(database, [['id', '=', id]], { kind: 'of-a-newer-version', due_at: 1 });
    await doJob(project, change('newer'));
    expect(await one.job(id)).toMatchObject({ state: 'waiting', attempts: 0 });
    expect(await project.read(`/jobs/${id}`)).toMatchObject({ kind: 'of-a-newer-version', input: {} });
    expect((await project.ask('GET', '/jobs')).status).toBe(200);
    expect((await project.ask('POST', `/jobs/${id}/cancel`)).status).toBe(200);
    await forgetOldJobs(one.project, Date.now() + 100 * 86_400_000);
    expect(await one.job(id)).toMatchObject({ state: 'cancelled' });
  });

  it('is limited per user', async () => {
    const made: number[] = [];
    for (let job = 0; job < 20; job++) made.push(await one.make(change('many'), ann()));
    expect(await project.ask('POST', '/jobs', change('many'), ANN)).toMatchObject({
      status: 422,
      body: { error: { code: 4 } },
    });
    const [first = 0] = made;
    expect((await project.ask('POST', `/jobs/${first}/cancel`, undefined, ANN)).status).toBe(200);
    await expect.poll(async () => (await project.read<unknown[]>('/jobs?state=waiting')).length).toBe(0);
  });

  it.each([
    ['', async () => {}],
    [' although the clock was a year ahead', (id: number) => one.postpone(id, 365 * 86_400_000)],
  ])('is resumed by a server that has closed its project%s', async (_, before) => {
    await series('closed', 5);
    const { app } = server;
    await app.registry.close(project.key);
    const id = await one.make(change('closed'));
    await before(id);
    app.rounds.start();
    try {
      await expect.poll(async () => (await one.job(id)).state).toBe('done');
    } finally {
      app.rounds.stop();
    }
  });
});
