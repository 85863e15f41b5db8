import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { dialectOf } from '../../../src/dialects/registry.ts';
import { fleetOf } from '../../support/fleet.ts';
import { addNotes, onEveryEngine } from '../../support/on-every-engine.ts';
import { startServer } from '../../support/running.ts';

onEveryEngine('operators', ({ server, project, database, engine }) => {
  const fleet = fleetOf(server);
  const own = async () => (await fleet.ask('GET', `/fleet/${project.key}`)).data;

  it('see each project with its size, its users, and its latest activity', async () => {
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

  it('schedule the removal of a project, and may cancel it', async () => {
    const { data } = await fleet.ask('POST', `/fleet/${project.key}/removal`, { days: 7 });
    const days = (Date.parse(data.suspended.remove_on) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const listed = (await (await fetch(`${server.base}/server/projects`)).json()) as { data: string[] };
    expect(listed.data).not.toContain(project.key);
    await fleet.ask('DELETE', `/fleet/${project.key}/suspension`);
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
  });

  it('survey a database that a project already uses', async () => {
    const { data } = await fleet.ask('POST', '/survey', { ...database, ...(await databaseOfProject()) });
    expect(data).toMatchObject({ system: 'complete', used_by: project.key, adds: [] });
  });

  it('see row counts within seconds, estimated ones for large tables and exact ones for small tables', async () => {
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

  it('lose a project and its data when its days are over, and not before', async () => {
    const { registry, fleet: upkeep } = server.app;
    const key = `gone${project.key}`;
    await copyTo(key);
    await makeCircle(key);
    const made = backUp(key);
    await fleet.ask('POST', `/fleet/${key}/removal`, { days: 1 });
    await upkeep.round();
    expect(registry.locations.backupsOf(key)).toEqual(made);
    await endGrace(key);
    await upkeep.round();
    expect((await fleet.ask('GET', `/fleet/${key}`)).status).toBe(404);
    expect(registry.locations.backupsOf(key)).toEqual([]);
    const found = await fleet.ask('POST', '/survey', { ...place(key) });
    expect(found.status === 400 || found.data.tables.length === 0).toBe(true);
  });

  it('lose it once if several servers find that its days are over', async () => {
    const key = `shared${project.key}`;
    await copyTo(key);
    await fleet.ask('POST', `/fleet/${key}/removal`, { days: 1 });
    await endGrace(key);
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const servers = await Promise.all([1, 2, 3].map(() => startServer({ data: server.data }, log)));
    const begun = servers.map(({ app }) => vi.spyOn(app.registry, 'suspend'));
    await Promise.all(servers.map(({ app }) => app.fleet.round()));
    for (const { app } of servers) {
      await app.http.close();
      await app.registry.closeAll();
    }
    expect([begun.flatMap(({ mock }) => mock.calls).length, lines]).toEqual([1, []]);
    expect(existsSync(join(server.data, 'config', `${key}.json`))).toBe(false);
    expect(readdirSync(join(server.data, 'removals'))).toEqual([]);
  });

  it('keep the backups of a removed project if they say so, and none of those of others', async () => {
    const { registry, fleet: upkeep } = server.app;
    const key = `kept${project.key}`;
    await copyTo(key);
    const [made, others] = [backUp(key), backUp(`${key}-2`)];
    const { data } = await fleet.ask('POST', `/fleet/${key}/removal`, { keep_backups: true });
    expect(data.suspended).toMatchObject({ by: 'removal', keep_backups: true });
    await endGrace(key);
    await upkeep.round();
    expect((await fleet.ask('GET', `/fleet/${key}`)).status).toBe(404);
    expect([...registry.locations.backupsOf(key), ...registry.locations.backupsOf(`${key}-2`)]).toEqual([
      ...made,
      ...others,
    ]);
  });

  it('can remove a project whose tables are used by views', async () => {
    const key = `viewed${project.key}`;
    await copyTo(key);
    await run(key, 'CREATE VIEW looking AS SELECT id FROM directus_users');
    await run(key, 'CREATE VIEW looking_on AS SELECT id FROM looking');
    await remove(key);
    expect((await fleet.ask('GET', `/fleet/${key}`)).status).toBe(404);
    const { data, status } = await fleet.ask('POST', '/survey', { ...place(key) });
    expect(status === 400 || data.tables.length === 0).toBe(true);
  });

  it('learn why a project cannot be removed, which is retried later', async (test) => {
    test.skip(engine !== 'postgres', 'only there something elsewhere may depend on a table');
    const key = `needed${project.key}`;
    await copyTo(key);
    await run(key, 'CREATE SCHEMA reports');
    await run(key, 'CREATE VIEW reports.looking AS SELECT id FROM directus_users');
    await remove(key);
    const { suspended } = (await fleet.ask('GET', `/fleet/${key}`)).data;
    expect(suspended).toMatchObject({ by: 'removal', failure: { tries: 1 } });
    expect(suspended.failure.message).toContain('view reports.looking depends on table directus_users');
    expect(Date.parse(suspended.failure.retry_on) - Date.now()).toBeGreaterThan(50_000);
    await run(key, 'DROP SCHEMA reports CASCADE');
    await server.app.fleet.round();
    expect((await fleet.ask('GET', `/fleet/${key}`)).data.suspended.failure.tries).toBe(1);
    await retryNow(key);
    await server.app.fleet.round();
    expect((await fleet.ask('GET', `/fleet/${key}`)).status).toBe(404);
  });

  const databaseOf = (key: string) => {
    const config = server.app.registry.configOf(key);
    if (!config) throw new Error(`there is no project ${key}`);
    return config.database;
  };
  const copyTo = async (to: string) => {
    const begun = await fleet.ask('POST', '/operations', { ...place(to), kind: 'copy', project: project.key, to });
    await expect
      .poll(async () => (await fleet.ask('GET', `/operations/${begun.data.id}`)).data.state, LONG)
      .toBe('done');
  };
  /** Adds foreign keys that no order of tables satisfies. */
  const makeCircle = async (key: string) => {
    const opened = await server.app.registry.find(key);
    const run = (text: string) => opened?.database.run({ text, parameters: [] });
    await run('CREATE TABLE eggs (id INT PRIMARY KEY, hen INT)');
    await run('CREATE TABLE hens (id INT PRIMARY KEY, egg INT REFERENCES eggs (id))');
    if (engine === 'sqlite') return;
    await run('ALTER TABLE hens ADD CONSTRAINT from_egg FOREIGN KEY (egg) REFERENCES eggs (id)');
    await run('ALTER TABLE eggs ADD CONSTRAINT of_hen FOREIGN KEY (hen) REFERENCES hens (id)');
  };
  const backUp = (key: string): readonly string[] => {
    const folder = join(server.data, 'backups');
    mkdirSync(join(folder, key), { recursive: true });
    writeFileSync(join(folder, key, '2026-01-01T00-00-00-abc.octavo'), '');
    writeFileSync(join(folder, `${key}-2026-01-01T00-00-00-000Z.ndjson`), '');
    return server.app.registry.locations.backupsOf(key);
  };
  const run = async (key: string, text: string) => {
    const database = await (await dialectOf(engine)).openExisting(
      server.app.registry.locations.addressOf(databaseOf(key)),
    );
    await database.run({ text, parameters: [] }).finally(() => database.close());
  };
  const remove = async (key: string) => {
    await fleet.ask('POST', `/fleet/${key}/removal`, { days: 1 });
    await endGrace(key);
    await server.app.fleet.round();
  };
  /** Pretends that the pause after a failure is over. */
  const retryNow = async (key: string) => {
    const { registry } = server.app;
    const config = registry.configOf(key);
    if (!config?.suspended?.failure) throw new Error('it has not failed');
    const failure = { ...config.suspended.failure, retry_on: new Date(0).toISOString() };
    registry.rewrite({ ...config, suspended: { ...config.suspended, failure } });
  };
  /** Pretends that the grace period is over. */
  const endGrace = async (key: string) => {
    const { registry } = server.app;
    const config = registry.configOf(key);
    if (!config?.suspended) throw new Error('it was removed too soon');
    await registry.suspend(config, { ...config.suspended, remove_on: new Date(0).toISOString() });
  };
  const LONG = { timeout: 30_000 };
  const place = (name: string) => ({ db_type: engine, ...database, db_name: name });
  const databaseOfProject = async () => {
    const { database: shown } = await own();
    return { db_type: shown.engine, db_name: shown.name };
  };
});
