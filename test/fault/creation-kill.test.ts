import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { id, text } from '../support/fields.ts';
import { type Ended, ServerProcess, temporaryFolder } from '../support/server-process.ts';
import { PROJECT, ProjectServer } from './project-server.ts';

const UNLISTED = fileURLToPath(new URL('./unlisted-program.mjs', import.meta.url));
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
    });
  });

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
