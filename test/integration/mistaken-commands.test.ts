import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { servedFolder } from '../support/served-folder.ts';
import type { Ended } from '../support/server-process.ts';

const folder = servedFolder();

const run = (...args: string[]): Promise<Ended> => folder.run(args).ended();

/** Expects a command to fail with one line, and returns it. */
async function refusal(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
  expect(stderr).toMatch(/^octavo: [^\n]+\n$/);
  return stderr;
}

const SQLITE = ['--db-type', 'sqlite', '--db-name', 'p'];
const PERSON = ['--user-email', 'a@example.com', '--user-password', 'a long password'];

describe('a data folder', () => {
  it.each([
    ['project', 'list'],
    ['user', 'create', '--project', 'p', '--email', 'a@example.com'],
    ['storage', 'check'],
    ['copy', '--from', 'p', '--to', 'q', ...SQLITE],
  ])('that is missing is named by %s %s', async (...command) => {
    const missing = join(folder.path, 'missing');
    expect(await refusal(...command, '--data', missing)).toBe(
      `octavo: there is no data folder ${missing}; --data or OCTAVO_DATA names the folder to use\n`,
    );
  });

  it('without access to its configurations is not taken for an empty one', async () => {
    symlinkSync('config', join(folder.path, 'config'));
    expect(await refusal('project', 'list', '--data', folder.path)).toMatch(/\/config cannot be read: ELOOP/);
  });

  it('is named if it does not have a project', async () => {
    mkdirSync(join(folder.path, 'config'));
    const nowhere = `octavo: there is no project "p" in the data folder ${folder.path}\n`;
    expect(await refusal('storage', 'check', '--project', 'p', '--data', folder.path)).toBe(nowhere);
    expect(await refusal('retention', '--project', 'p', '--data', folder.path)).toBe(nowhere);
    expect(await refusal('project', 'remove', '--project', 'p', '--data', folder.path)).toBe(nowhere);
  });
});

describe('a new project', () => {
  it('is noticed by running servers, as the command says', async () => {
    const data = ['--data', folder.path];
    const create = await run('project', 'create', '--project', 'p', ...SQLITE, ...PERSON, ...data);
    expect(create.stdout).toBe('The project "p" is made. A running server notices within a second.\n');
    const remove = await run('project', 'remove', '--project', 'p', '--yes', ...data);
    expect(remove.stdout).toBe('The project "p" is removed. A running server notices within a second.\n');
  });

  it.each([
    [['--project', 'my project', ...SQLITE], /--project must be letters, digits, _ and -.*, not "my project"/],
    [['--project', 'server', ...SQLITE], /--project .* not "server"/],
    [['--project', 'p', '--db-type', 'sqlit', '--db-name', 'p'], /--db-type must be sqlite, .*, not "sqlit"/],
    [['--project', 'p', '--db-type', 'sqlite', '--db-name', 'p.db'], /--db-name of an SQLite database is a name/],
    [['--project', 'p', '--db-type', 'mysql', '--db-port', 'abc', '--db-name', 'p'], /--db-port must be a number/],
  ])('with a wrong flag (%#) names the flag, and what it may be', async (flags, complaint) => {
    const data = ['--data', folder.path];
    expect(await refusal('project', 'create', ...flags, ...PERSON, ...data)).toMatch(complaint);
    expect(await refusal('adopt', ...flags, ...data)).toMatch(complaint);
    expect(await refusal('restore', join(folder.path, 'no.octavo'), ...flags, ...data)).toMatch(complaint);
  });
});

it.each(['user', 'project', 'jobs', 'storage'])('%s alone shows its commands, and nothing else', async (group) => {
  const { code, stderr } = await run(group);
  expect(code).toBe(78);
  expect(stderr).toMatch(/^Usage: octavo /);
  expect(stderr).not.toMatch(/octavo: /);
});

it('explain answers about administrators without a contradiction, says if an account does not count, and takes names of roles', async () => {
  const data = ['--data', folder.path, '--project', 'p'];
  await run('project', 'create', ...SQLITE, ...PERSON, ...data);
  const question = ['--collection', 'directus_users', '--action', 'read'];
  const { stdout } = await run('explain', '--email', 'a@example.com', ...question, ...data);
  expect(stdout).toMatch(/^allowed\nno permission is needed\n/);
  const bob = ['--email', 'bob@example.com'];
  await run('user', 'create', '--role', 'Public', ...bob, ...data);
  await run('user', 'suspend', ...bob, ...data);
  const suspended = await run('explain', ...bob, ...question, ...data);
  expect(suspended.stdout).toMatch(/^denied: [^\n]+\nthe account is not active, /);
  expect((await run('explain', '--role', 'Public', ...question, ...data)).stdout).toMatch(/^denied: /);
  expect(await refusal('explain', '--role', 'Nobody', ...question, ...data)).toBe(
    'octavo: there is no role "Nobody"\n',
  );
});
