import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { dialectOf } from '../../../src/dialects/registry.ts';
import { parseDeclaration, type Table } from '../../../src/schema/column.ts';
import type { EngineAddresses } from '../../support/engines.ts';
import { connectTo, contentsOf, LEGACY, LEGACY_FILE, makeLegacyDatabase } from '../../support/legacy-database.ts';
import { type Running, SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';
import { ServerProcess } from '../../support/server-process.ts';

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect of answers
  readonly body: any;
}

let server: Running;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

async function ask(path: string, token?: string, body?: unknown, method?: string): Promise<Answer> {
  const headers = {
    ...(token !== undefined && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const answer = await fetch(`${server.base}${path}`, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

const adopt = (project: string, more: object): Promise<Answer> =>
  ask('/server/projects', undefined, {
    project,
    super_admin_token: SUPER_ADMIN_TOKEN,
    db_user: 'nobody',
    db_name: project,
    adopt: true,
    ...more,
  });

const titles = ({ body }: Answer): string[] => body.data.map(({ title }: { title: string }) => title);

const mysql = inject('engines').mysql;

describe.skipIf(!mysql)('a legacy database', () => {
  const address = mysql ?? {};
  const items = '/legacy/items/books';
  let before: Record<string, unknown>;
  beforeAll(async () => {
    await makeLegacyDatabase(address, 'legacy');
    before = await contentsOf(address, 'legacy');
  });

  it('is adopted without a user, and reported', async () => {
    const { status, body } = await adopt('legacy', address);
    expect(status).toBe(200);
    expect(body.public).toBe(true);
    expect(body.data).toMatchObject({
      system: 'complete',
      lastMigration: '20200303111750 AddAuthTtlField',
      relations: [],
    });
    expect(body.data.tables).toHaveLength(17);
    expect(body.data.tables).toContainEqual({ name: 'books', rows: 4, exact: true, system: false, problems: [] });
  });

  it('serves its static tokens and its values unchanged', async () => {
    const { body } = await ask(`${items}/1?fields=*,country.*`, LEGACY.token);
    expect(body.data).toEqual({
      id: 1,
      status: 'published',
      title: 'Éclair',
      isbn: 'A-1',
      price: 7.5,
      featured: true,
      country: expect.objectContaining({ code: 'fr', name: 'France' }),
    });
  });

  it('serves its files at their old URLs, from the old folder', async () => {
    const folder = join(server.data, 'uploads', 'legacy', 'originals');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'old-file.txt'), LEGACY_FILE);
    const { body } = await ask('/legacy/files/1', LEGACY.token);
    const [url, asset] = ['/uploads/legacy/originals/old-file.txt', '/legacy/assets/abcdefghijklmnop'];
    const data = { full_url: `${server.base}${url}`, url, asset_url: asset, thumbnails: null, embed: null };
    expect(body.data).toMatchObject({ filename_disk: 'old-file.txt', type: 'text/plain', data });
    for (const address of [url, asset]) expect(await (await fetch(server.base + address)).text()).toBe(LEGACY_FILE);
  });

  it('compares, matches and sorts by the collation of its columns', async () => {
    expect(titles(await ask(`${items}?filter[title]=ECLAIR`, LEGACY.token))).toEqual(['Éclair']);
    expect(titles(await ask(`${items}?filter[title][contains]=CLAÎ`, LEGACY.token))).toEqual(['Éclair']);
    expect(titles(await ask(`${items}?filter[title][ncontains]=e`, LEGACY.token))).toEqual(['Fog', 'dust']);
    expect(titles(await ask(`${items}?q=ecl`, LEGACY.token))).toEqual(['Éclair']);
    expect(titles(await ask(`${items}?sort=title`, LEGACY.token))).toEqual(['ahead', 'dust', 'Éclair', 'Fog']);
  });

  it('relates texts of different collations', async () => {
    const countries = await ask('/legacy/items/countries?fields=code,books.title&sort=code', LEGACY.token);
    expect(countries.body.data).toEqual([
      { code: 'de', books: [{ title: 'ahead' }, { title: 'dust' }] },
      { code: 'fr', books: [{ title: 'Éclair' }] },
    ]);
    expect(titles(await ask(`${items}?filter[country.name]=germany`, LEGACY.token))).toEqual(['ahead', 'dust']);
  });

  it('refuses texts that its columns cannot hold, and never fails', async () => {
    expect((await ask('/legacy/users?filter[first_name]=%F0%9F%98%80', LEGACY.token)).status).toBeLessThan(500);
    const login = { email: '😀@example.com', password: 'x' };
    expect((await ask('/legacy/auth/authenticate', undefined, login)).status).toBeLessThan(500);
  });

  it('leaves every byte of it as it was', async () => {
    expect(await contentsOf(address, 'legacy')).toEqual(before);
  });

  it('signs its users in, within their permissions', async () => {
    const signedIn = await ask('/legacy/auth/authenticate', undefined, {
      email: 'rob@example.com',
      password: LEGACY.password,
    });
    expect(signedIn.status).toBe(200);
    const { token } = signedIn.body.data;
    expect(titles(await ask(`${items}?fields=title`, token))).toHaveLength(4);
    expect((await ask('/legacy/items/countries', token)).status).toBe(403);
    expect((await ask(`${items}/1`, token, { title: 'x' }, 'PATCH')).status).toBe(403);
  });

  it('continues its counters and revisions', async () => {
    const created = await ask(items, LEGACY.token, { title: 'New' });
    expect(created.body.data.id).toBe(10);
    const revisions = await ask(`${items}/1/revisions`, LEGACY.token);
    expect(revisions.body.data).toEqual([expect.objectContaining({ activity: 41, delta: { title: 'Eclair' } })]);
  });

  it('is not adopted twice', async () => {
    expect((await adopt('legacy', address)).status).toBe(409);
    expect((await adopt('other', { ...address, db_name: 'legacy' })).status).toBe(409);
  });

  it('of an older version is refused, naming what it lacks', async () => {
    await makeLegacyDatabase(address, 'older');
    const connection = await connectTo(address, 'older');
    await connection.query('ALTER TABLE directus_users DROP COLUMN theme');
    await connection.query('DROP TABLE directus_webhooks');
    connection.destroy();
    const { status, body } = await adopt('older', address);
    expect(status).toBe(422);
    expect(body.error.message).toBe('The system collections lack directus_users.theme, directus_webhooks');
    expect(server.app.registry.configOf('older')).toBeUndefined();
  });

  it('is not adopted by an account that may not add what a project needs', async () => {
    await makeLegacyDatabase(address, 'closed');
    const root = await connectTo(address, 'closed');
    await root.query(`CREATE USER 'closed'@'%' IDENTIFIED BY 'closed-rows'`);
    await root.query(`GRANT SELECT, INSERT, UPDATE, DELETE ON closed.* TO 'closed'@'%'`);
    root.destroy();
    const unchanged = await contentsOf(address, 'closed');
    const account = { ...address, db_user: 'closed', db_password: 'closed-rows' };
    expect((await adopt('closed', account)).body.error?.code).toBe(19);
    expect(await contentsOf(address, 'closed')).toEqual(unchanged);
    expect((await adopt('closed', address)).status).toBe(200);
  });

  it('that does not exist is a failed connection, and is not created', async () => {
    expect((await adopt('nowhere', address)).body.error.code).toBe(19);
    const connection = await connectTo(address);
    const [rows] = await connection.query("SHOW DATABASES LIKE 'nowhere'");
    connection.destroy();
    expect(rows).toEqual([]);
  });

  it('is shown on the command line, and adopted on request', async () => {
    await makeLegacyDatabase(address, 'shown');
    const untouched = await contentsOf(address, 'shown');
    const data = join(server.data, 'of-the-command');
    const run = (...more: string[]) =>
      new ServerProcess(
        [
          ...['adopt', '--data', data, '--project', 'shown', '--db-type', 'mariadb', '--db-name', 'shown'],
          ...['--db-host', '127.0.0.1', '--db-port', String(address.db_port), '--db-user', String(address.db_user)],
          ...['--db-password-env', 'SECRET', ...more],
        ],
        { SECRET: String(address.db_password) },
      ).ended();
    const shown = await run();
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('17 tables, 33 rows\n  books');
    expect(shown.stdout).toContain('Last migration: 20200303111750 AddAuthTtlField');
    expect(shown.stdout).toContain('Nothing has been changed.');
    expect(existsSync(data)).toBe(false);
    expect(await run('--yes')).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(join(data, 'config'))).toEqual(['shown.json']);
    expect(await contentsOf(address, 'shown')).toEqual(untouched);
    expect(await run('--yes')).toMatchObject({ code: 78, stderr: 'octavo: A project named "shown" already exists.\n' });
  });
});

const column = (name: string, type: string, more: object = {}) => ({
  ...{ name, ...parseDeclaration(type), nullable: true, default: null, primaryKey: false },
  ...{ autoIncrement: false, unique: false, comment: '', ...more },
});
const key = { primaryKey: true, nullable: false };
const PLAIN: readonly Table[] = [
  { name: 'plants', columns: [column('id', 'INT', key), column('name', 'VARCHAR(40)')], uniqueTogether: [] },
  { name: 'pairs', columns: [column('a', 'INT', key), column('b', 'INT', key)], uniqueTogether: [] },
];
const BEDS: Readonly<Record<string, string>> = {
  sqlite: 'CREATE TABLE beds (id INT PRIMARY KEY, plant INT REFERENCES plants (id))',
  mysql: 'CREATE TABLE `beds` (id INT PRIMARY KEY, plant INT, FOREIGN KEY (plant) REFERENCES plants (id))',
  postgres: 'CREATE TABLE beds (id INT PRIMARY KEY, plant INT REFERENCES plants (id))',
};

for (const engine of ['sqlite', 'mysql', 'postgres'] as const) {
  const given = inject('engines')[engine as keyof EngineAddresses];
  describe.skipIf(!given)(`a plain database on ${engine}`, () => {
    const project = `plain_${engine}`;
    const body = { ...given, db_name: project };
    const user = { user_email: 'first@example.com', user_password: 'secret', user_token: 'first-token' };
    const relation = { table: 'beds', column: 'plant', target: 'plants', targetColumn: 'id' };

    beforeAll(async () => {
      const dialect = await dialectOf(engine);
      const { db_host: host, db_port: port, db_user, db_password: password } = body as Record<string, unknown>;
      const file = join(server.data, 'databases', `${project}.db`);
      const database = await dialect.open({ file, name: project, host, port, user: db_user, password } as never);
      const rows = ["INSERT INTO plants (id, name) VALUES (7, 'Oak')", 'INSERT INTO beds (id, plant) VALUES (1, 7)'];
      for (const text of [...PLAIN.flatMap((table) => dialect.ddl.create(table)), BEDS[engine] ?? '', ...rows])
        await database.run({ text, parameters: [] });
      await database.close();
    });

    it('needs a first administrator', async () => {
      const { status, body: answer } = await adopt(project, body);
      expect(status).toBe(422);
      expect(answer.error.message).toContain('user_email');
      expect(server.app.registry.configOf(project)).toBeUndefined();
    });

    it('gets the system collections in addition to its tables', async () => {
      const { status, body: answer } = await adopt(project, { ...body, ...user, relations: true });
      expect(status).toBe(200);
      expect(answer.data).toMatchObject({ system: 'none', lastMigration: null, relations: [relation] });
      expect(answer.data.tables.find(({ name }: { name: string }) => name === 'pairs').problems).toEqual([
        'has a primary key over 2 columns: its items cannot be read or written one by one',
      ]);
      const collections = await ask(`/${project}/collections`, user.user_token);
      const plants = collections.body.data.find(({ collection }: { collection: string }) => collection === 'plants');
      expect(plants).toMatchObject({ managed: false });
    });

    it('shows foreign keys as relations once its tables are managed', async () => {
      for (const collection of ['plants', 'beds']) {
        const fields = [{ field: 'id', type: 'integer', datatype: 'INT', signed: true, primary_key: true }];
        const managed = await ask(`/${project}/collections`, user.user_token, { collection, fields });
        expect(managed.status).toBe(200);
      }
      const beds = await ask(`/${project}/items/beds?fields=id,plant.name`, user.user_token);
      expect(beds.body.data).toEqual([{ id: 1, plant: { name: 'Oak' } }]);
    });

    it('is backed up before its system collections are overwritten', async () => {
      const again = await adopt(project, { ...body, ...user, adopt: false, force: true });
      expect(again.status).toBe(200);
      const folder = join(server.data, 'backups');
      const file = join(folder, readdirSync(folder).find((name) => name.startsWith(`${project}-`)) ?? '');
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const lines = readFileSync(file, 'utf8')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines.find(({ table }) => table === 'directus_users').row).toMatchObject({ email: user.user_email });
      expect(lines.every(({ table }) => table.startsWith('directus_'))).toBe(true);
      const oak = await ask(`/${project}/items/plants/7`, user.user_token);
      expect(oak.status).toBeLessThan(500);
    });
  });
}
