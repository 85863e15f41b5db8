import { expect, inject, it, vi } from 'vitest';
import { type FleetAnswer, fleetOf } from '../../support/fleet.ts';
import { addNotes, isAtHand, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('a project moved from', ({ server, project, engine }) => {
  const fleet = fleetOf(server);
  const engines = inject('engines');
  const to = engine === 'sqlite' && isAtHand('postgres') ? 'postgres' : 'sqlite';
  const place = (name: string) => ({ ...engines[to], db_name: name });

  async function ended({ data, text }: FleetAnswer) {
    expect(data?.id, text).toBeDefined();
    await expect
      .poll(async () => (await fleet.ask('GET', `/operations/${data.id}`)).data.state, { timeout: 30_000 })
      .not.toBe('running');
    return (await fleet.ask('GET', `/operations/${data.id}`)).data;
  }

  it('has all of its items, its users and its tokens on the other engine, and continues counting', async () => {
    await addNotes(project);
    for (const title of ['one', 'two', 'three']) await project.write('POST', '/items/notes', { title, code: title });
    const name = `moved_${project.key}`;
    const begun = await fleet.ask('POST', '/operations', { kind: 'move', project: project.key, ...place(name) });
    expect(begun.text).not.toContain('password');
    expect(await ended(begun)).toMatchObject({ state: 'done', error: null, target: { engine: to, name } });
    const { database, suspended } = (await fleet.ask('GET', `/fleet/${project.key}`)).data;
    expect({ engine: database.engine, suspended }).toEqual({ engine: to, suspended: null });
    expect((await project.ask('GET', '/items/notes?fields=title&sort=id')).body.data).toEqual(
      ['one', 'two', 'three'].map((title) => ({ title })),
    );
    const made = await project.write('POST', '/items/notes', { title: 'four', code: 'four' });
    expect(made).toMatchObject({ id: 4 });
  });

  it('is refused while the target is not empty, and continues where it was', async () => {
    const name = `taken_${project.key}`;
    const copied = { kind: 'copy', project: project.key, to: `c${project.key}`, ...place(name) };
    expect(await ended(await fleet.ask('POST', '/operations', copied))).toMatchObject({ state: 'done' });
    const again = await fleet.ask('POST', '/operations', { kind: 'move', project: project.key, ...place(name) });
    expect(again).toMatchObject({ status: 409 });
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
    await fetch(`${server.base}/server/projects/c${project.key}?super_admin_token=conformance-super-admin-token`, {
      method: 'DELETE',
    });
  });

  it('continues where it was although the move could not be ended at once when it failed', async () => {
    const { registry, fleet: upkeep } = server.app;
    const nowhere = { db_type: 'postgres', db_host: '127.0.0.1', db_port: 1, db_user: 'x', db_password: 'x' };
    const rewrite = vi.spyOn(registry, 'rewrite').mockImplementationOnce(() => {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    });
    const move = { kind: 'move', project: project.key, ...nowhere, db_name: 'x' };
    const { data } = await fleet.ask('POST', '/operations', move);
    await expect.poll(() => rewrite.mock.calls.length).toBe(1);
    await upkeep.round();
    expect((await fleet.ask('GET', `/operations/${data.id}`)).data).toMatchObject({
      state: 'failed',
      error: { code: 12 },
    });
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
    rewrite.mockRestore();
  });

  it('answers 503 while it moves, loses no accepted write, and comes back when the move is cancelled', async () => {
    const name = `back_${project.key}`;
    const writes: Promise<{ readonly status: number }>[] = [];
    const note = (n: number) => project.ask('POST', '/items/notes', { title: 'during', code: `d${n}` });
    for (let n = 0; n < 10; n++) writes.push(note(n));
    const begun = await fleet.ask('POST', '/operations', { kind: 'move', project: project.key, ...place(name) });
    for (let n = 10; n < 20; n++) writes.push(note(n));
    await fleet.ask('DELETE', `/operations/${begun.data.id}`);
    const { state } = await ended(begun);
    expect(['cancelled', 'done']).toContain(state);
    const answers = await Promise.all(writes);
    expect(
      [...new Set(answers.map(({ status }) => status))].filter((status) => status !== 200 && status !== 503),
    ).toEqual([]);
    const { body } = await project.ask('GET', '/items/notes?filter[title]=during&limit=-1&fields=id');
    expect((body.data as unknown[]).length).toBe(answers.filter(({ status }) => status === 200).length);
    const { data } = await fleet.ask('GET', `/fleet/${project.key}`);
    expect(data).toMatchObject({ suspended: null, health: { state: 'ok' } });
  });
});
