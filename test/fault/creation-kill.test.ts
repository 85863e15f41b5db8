import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { Engine } from '../../src/config/engine.ts';
import { emptyDatabase } from '../../src/projects/delete.ts';
import { tableFrom } from '../../src/schema/table-source.ts';
import { id, text } from '../support/fields.ts';
import { type Ended, ServerProcess, temporaryFolder } from '../support/server-process.ts';
import { type Opened, openDatabase } from './open-database.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const UNLISTED = fileURLToPath(new URL('./unlisted-program.mjs', import.meta.url));
const NUMBER = { type: 'INT', primaryKey: true } as const;
const ADMIN = ['--user-email', 'admin@example.com', '--user-password', 'password'];

const folder = temporaryFolder();
const server = new ProjectServer(folder.path);
let backup = '';

const octavo = (args: readonly string[], main?: string): Promise<Ended> =>
  new ServerProcess([...args, '--data', folder.path], {}, main).ended();

/** The names in a folder of the data folder. */
const names = (path: string): string[] => readdirSync(join(folder.path, path), { recursive: true }) as string[];

beforeAll(async () => {
  await server.start();
  await server.createProject({ db_type: 'sqlite' });
  await server.call('POST', '/collections', { collection: 'notes', fields: [id, text('title')] });
  await server.call('POST', '/items/notes', [{ title: 'one' }, { title: 'two' }]);
  await server.upload(new TextEncoder().encode('some bytes'), 'some.txt');
  await server.kill();
  await octavo(['jobs', 'run', '--project', PROJECT, 'backup']);
  backup = join(folder.path, 'backups', PROJECT, names(join('backups', PROJECT))[0] ?? '');
}, 60_000);
afterAll(async () => {
  await server.end();
  folder.remove();
});

/** The commands that make a project, by name. */
const COMMANDS: Readonly<Record<string, (key: string) => string[]>> = {
  created: (key) => ['project', 'create', '--project', key, ...ADMIN],
  copied: (key) => ['copy', '--from', PROJECT, '--to', key],
  restored: (key) => ['restore', backup, '--project', key],
};

for (const [engine, given] of Object.entries(inject('engines')))
  describe(`a project on ${engine} whose maker is killed at the end`, () => {
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)]);

    it.each(Object.keys(COMMANDS))('is %s at the next attempt', { timeout: 60_000 }, async (kind) => {
      const key = `${kind}_${engine}_${process.pid}`;
      const command = [...(COMMANDS[kind]?.(key) ?? []), ...flags, '--db-name', key];
      expect((await octavo(command, UNLISTED)).signal).toBe('SIGKILL');
      const { code, stderr } = await octavo(command);
      expect([code, stderr]).toEqual([0, '']);
      expect(names('unfinished')).toEqual([]);
      const { dialect, database } = await openDatabase(engine as Engine, given, folder.path, key);
      expect(await dialect.internalTables(database)).not.toContain('octavo_unfinished');
      await database.close();
    });
  });

for (const [engine, given] of Object.entries(inject('engines')) as [Engine, Readonly<Record<string, unknown>>][])
  describe(`a database on ${engine} that somebody else fills after the process creating its project was killed`, () => {
    const flags = Object.entries(given).flatMap(([name, value]) => [`--${name.replaceAll('_', '-')}`, String(value)]);

    it.each(Object.keys(COMMANDS))('stays as it is if a project was being %s', { timeout: 60_000 }, async (kind) => {
      const key = `taken_${kind}_${engine}_${process.pid}`;
      const command = [...(COMMANDS[kind]?.(key) ?? []), ...flags, '--db-name', key];
      expect((await octavo(command, UNLISTED)).signal).toBe('SIGKILL');
      const opened = () => openDatabase(engine, given, folder.path, key);
      await empty(await opened());
      await load(await opened());
      const originals = join('uploads', key, 'originals');
      mkdirSync(join(folder.path, originals), { recursive: true });
      writeFileSync(join(folder.path, originals, 'theirs.txt'), 'theirs');
      const next = ['--db-type', 'sqlite', '--db-name', `next_${kind}_${engine}`];
      const { code, stderr } = await octavo([...(COMMANDS.created?.(`next_${kind}_${engine}`) ?? []), ...next]);
      expect([code, stderr]).toEqual([0, '']);
      expect(names('unfinished')).toEqual([]);
      expect(await theirTables(await opened())).toEqual(['directus_users', 'theirs']);
      expect(names(originals)).toContain('theirs.txt');
    });
  });

async function empty({ dialect, database }: Opened): Promise<void> {
  await emptyDatabase(database, dialect);
  await database.close();
}

/** Creates tables, as loading a dump does. */
async function load({ dialect, database }: Opened): Promise<void> {
  for (const name of ['directus_users', 'theirs'])
    for (const text of dialect.ddl.create(tableFrom({ name, columns: { id: NUMBER }, uniqueTogether: [] })))
      await database.run({ text, parameters: [] });
  await database.close();
}

async function theirTables({ dialect, database }: Opened): Promise<string[]> {
  const tables = await dialect.introspect(database);
  await database.close();
  return tables.map(({ name }) => name).sort();
}

describe('a server that starts', () => {
  it('removes what a maker that was killed has left', { timeout: 60_000 }, async () => {
    const command = [...(COMMANDS.restored?.('left') ?? []), '--db-type', 'sqlite', '--db-name', 'left'];
    expect((await octavo(command, UNLISTED)).signal).toBe('SIGKILL');
    const left = (): string[] => [...names('databases'), ...names('uploads')].filter((name) => name.startsWith('left'));
    const files = (): string[] => left().filter((name) => /\.db|\.txt/.test(name));
    expect(files().length).toBeGreaterThan(1);
    await server.start();
    await expect.poll(files, { timeout: 20_000 }).toEqual([]);
    await expect.poll(() => names('unfinished'), { timeout: 20_000 }).toEqual([]);
    await server.kill();
  });
});
