import { expect, it } from 'vitest';
import { fleetOf } from '../../support/fleet.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';

onEveryEngine('those who run the server', ({ server, project, database, engine }) => {
  const fleet = fleetOf(server);
  const own = async () => (await fleet.ask('GET', `/fleet/${project.key}`)).data;

  it('see each project with its size, its users, and when something was last done in it', async () => {
    await project.ask('GET', '/users/me');
    const listed = await fleet.ask('GET', '/fleet');
    const found = listed.data.find((each: { project: string }) => each.project === project.key);
    expect(found).toMatchObject({ suspended: null, health: { state: 'ok', message: null }, facts: { users: 1 } });
    expect(found.facts.size).toBeGreaterThan(1000);
    expect(JSON.stringify(listed.data)).not.toContain(String(database.db_password ?? 'no password'));
  });

  it('suspend a project, which then answers nothing on any of its routes, and resume it', async () => {
    expect((await fleet.ask('POST', `/fleet/${project.key}/suspension`)).data.suspended).toMatchObject({
      by: 'operator',
    });
    for (const path of ['/', '/items/things', '/collections', '/assets/x'])
      expect((await project.ask('GET', path)).status, path).toBe(503);
    expect((await fleet.ask('DELETE', `/fleet/${project.key}/suspension`)).data.suspended).toBeNull();
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
  });

  it('have a project removed after some days, and may call that off', async () => {
    const { data } = await fleet.ask('POST', `/fleet/${project.key}/removal`, { days: 7 });
    const days = (Date.parse(data.suspended.remove_on) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const listed = (await (await fetch(`${server.base}/server/projects`)).json()) as { data: string[] };
    expect(listed.data).not.toContain(project.key);
    await fleet.ask('DELETE', `/fleet/${project.key}/suspension`);
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
  });

  it('survey a database that a project uses already', async () => {
    const { data } = await fleet.ask('POST', '/survey', { ...database, ...(await databaseOfProject()) });
    expect(data).toMatchObject({ system: 'complete', used_by: project.key, adds: [] });
  });

  it('learn in seconds about how many rows there are, and of small tables how many exactly', async () => {
    await addNotes(project);
    const { database: opened } = await project.opened();
    const add = (text: string) => opened.run({ text, parameters: [] });
    const values = Array.from({ length: 500 }, () => "('a')").join(', ');
    await add(`INSERT INTO notes (title) VALUES ${values}`);
    const notes = async () => {
      const { data } = await fleet.ask('POST', '/survey', { ...database, ...(await databaseOfProject()) });
      return data.tables.find(({ name }: { name: string }) => name === 'notes');
    };
    expect(await notes()).toMatchObject({ rows: 500, exact: true });
    await add('INSERT INTO notes (title) SELECT one.title FROM notes one, notes other');
    const { rows, exact } = await notes();
    expect(exact).toBe(false);
    expect(rows).toBeGreaterThanOrEqual(200_000);
    expect(rows).toBeLessThan(400_000);
    await project.write('DELETE', '/collections/notes');
  });

  it('are rid of a project and its data when its days are over, and not before', async () => {
    const { registry, fleet: upkeep } = server.app;
    const config = registry.configOf(project.key);
    if (!config) throw new Error('the project is gone');
    const key = `gone${project.key}`;
    const begun = await fleet.ask('POST', '/operations', {
      ...place(key),
      kind: 'copy',
      project: project.key,
      to: key,
    });
    await expect
      .poll(async () => (await fleet.ask('GET', `/operations/${begun.data.id}`)).data.state, LONG)
      .toBe('done');
    await fleet.ask('POST', `/fleet/${key}/removal`, { days: 1 });
    await upkeep.round();
    const kept = registry.configOf(key);
    if (!kept) throw new Error('it was removed too soon');
    await registry.suspend(kept, {
      by: 'removal',
      since: kept.suspended?.since ?? '',
      remove_on: new Date(0).toISOString(),
    });
    await upkeep.round();
    expect((await fleet.ask('GET', `/fleet/${key}`)).status).toBe(404);
    const found = await fleet.ask('POST', '/survey', { ...place(key) });
    expect(found.status === 400 || found.data.tables.length === 0).toBe(true);
  });

  const LONG = { timeout: 30_000 };
  const place = (name: string) => ({ db_type: engine, ...database, db_name: name });
  const databaseOfProject = async () => {
    const { database: shown } = await own();
    return { db_type: shown.engine, db_name: shown.name };
  };
});
