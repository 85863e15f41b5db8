import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { type Ended, ServerProcess } from '../support/server-process.ts';
import { PEOPLE, signIn, tokenOf } from '../support/signing-in.ts';

onEveryEngine(
  'the commands for people, beside a running server,',
  ({ database, server, project }) => {
    const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): Promise<Ended> =>
      new ServerProcess([...args, '--data', server.data], environment).ended();
    const user = (command: string, ...args: string[]): Promise<Ended> =>
      run(['user', command, '--project', project.key, '--email', PEOPLE.erin.email, ...args], {
        SECRET: PEOPLE.erin.password,
      });
    const enter = async (password: string): Promise<number> =>
      (await signIn(server, project, { ...PEOPLE.erin, password })).status;

    it('create a user, and change the password, the status and the role at once', async () => {
      expect(await user('create', '--password-env', 'SECRET')).toMatchObject({ code: 0, stderr: '' });
      const token = await tokenOf(server, project, 'erin');
      const { stdout } = await user('password');
      const [, password = ''] = /shown once: (\S+)\n$/.exec(stdout) ?? [];
      expect((await project.ask('GET', '/users/me', undefined, token)).status).toBe(401);
      expect([await enter(PEOPLE.erin.password), await enter(password)]).toEqual([404, 200]);
      await user('suspend');
      expect(await enter(password)).toBe(404);
      await user('activate');
      expect(await enter(password)).toBe(200);
      await user('role', '--role', 'Public');
      const [erin] = (await project.ask('GET', `/users?filter[email]=${PEOPLE.erin.email}&fields=role,token`)).body
        .data as { role: number; token: string | null }[];
      expect(erin).toEqual({ role: 2, token: null });
      const actions = (await project.ask('GET', '/activity?filter[collection]=directus_users&fields=action')).body.data;
      expect((actions as { action: string }[]).map(({ action }) => action)).toContain('status-update');
    });

    it('create, list and revoke API keys', async () => {
      const whose = ['--project', project.key, '--email', 'admin@example.com'];
      const admin = (command: string, ...args: string[]): Promise<Ended> => run(['user', command, ...whose, ...args]);
      const made = await admin('key', '--name', 'Deploy', '--collections', 'directus_roles:read');
      const [, key = ''] = /shown once: (\S+)\n$/.exec(made.stdout) ?? [];
      const status = async (): Promise<number> => (await project.ask('GET', '/roles', undefined, key)).status;
      expect(await status()).toBe(200);
      const { stdout } = await admin('keys');
      const [, id = ''] = /^(\d+) {2}ok_\w{4}… {2}Deploy /.exec(stdout) ?? [];
      expect(await admin('revoke-key', '--id', id)).toMatchObject({ code: 0 });
      expect(await status()).toBe(401);
      expect(await admin('revoke-key', '--id', id)).not.toMatchObject({ code: 0 });
    });

    it('set and remove static tokens, and remove second factors', async () => {
      const { stdout } = await user('token');
      const [, token = ''] = /shown once: (\S+)\n$/.exec(stdout) ?? [];
      const read = async (): Promise<number> =>
        (await project.ask('GET', '/permissions/me?x=1', undefined, token)).body.public === true ? 401 : 200;
      expect(await read()).toBe(200);
      await user('token', '--remove');
      expect(await read()).toBe(401);
      await user('password', '--password-env', 'SECRET');
      const [erin] = (await project.ask('GET', `/users?filter[email]=${PEOPLE.erin.email}&fields=id`)).body.data as {
        id: number;
      }[];
      await project.ask('PATCH', `/users/${erin?.id}`, { '2fa_secret': 'JBSWY3DPEHPK3PXP' });
      expect(await enter(PEOPLE.erin.password)).toBe(404);
      await user('forget-2fa');
      expect(await enter(PEOPLE.erin.password)).toBe(200);
    });

    it('report errors in one line, and change nothing', async () => {
      const before = await project.digest();
      const wrong: readonly (readonly [Promise<Ended>, RegExp])[] = [
        [user('role', '--role', 'Nobody'), /there is no role "Nobody"/],
        [user('create', '--password', 'x'.repeat(73)), /password: This value should be at most 72 bytes long/],
        [user('create', '--password', 'another'), /Duplicate key/],
        [run(['user', 'suspend', '--project', project.key, '--email', 'x@example.com']), /there is no user/],
        [run(['user', 'suspend', '--project', project.key, '--email', 'admin@example.com']), /last admin/],
        [run(['user', 'suspend', '--project', 'nope', '--email', 'x@example.com']), /there is no project "nope"/],
      ];
      for (const [ended, complaint] of wrong) {
        const { code, stderr, stdout } = await ended;
        expect([code, stdout]).toEqual([78, '']);
        expect(stderr).toMatch(/^octavo: [^\n]+\n$/);
        expect(stderr).toMatch(complaint);
      }
      expect(await project.digest()).toBe(before);
    });

    it('list, create, suspend and remove projects', async () => {
      const key = `${project.key}b`;
      const flag = (name: string): string => String(database[name] ?? '');
      const flags = ['host', 'port', 'user', 'password'].flatMap((name) =>
        flag(`db_${name}`) === '' ? [] : [`--db-${name}`, flag(`db_${name}`)],
      );
      const create = [
        'project',
        'create',
        '--project',
        key,
        '--db-type',
        flag('db_type'),
        '--db-name',
        key,
        '--private',
        ...flags,
      ];
      const person = ['--user-email', PEOPLE.erin.email, '--user-password-env', 'SECRET'];
      expect(await run([...create, ...person], { SECRET: 'secret' })).toMatchObject({ code: 0, stderr: '' });
      expect((await run(['project', 'list'])).stdout).toMatch(
        new RegExp(`^${key} +${flag('db_type')}  ${key}  private$`, 'm'),
      );
      const answer = async (): Promise<number> => (await fetch(`${server.base}/${key}/`)).status;
      expect((await run(['project', 'suspend', '--project', key])).code).toBe(0);
      expect((await run(['project', 'list'])).stdout).toMatch(/private {2}suspended$/m);
      await expect.poll(answer).toBe(503);
      expect((await run(['project', 'resume', '--project', key])).code).toBe(0);
      await expect.poll(answer).toBe(200);
      expect((await run(['project', 'suspend', '--project', 'nope'])).code).toBe(78);
      const backups = join(server.data, 'backups', key);
      mkdirSync(backups, { recursive: true });
      writeFileSync(join(backups, 'one.octavo'), '');
      const remove = ['project', 'remove', '--project', key];
      expect((await run(remove)).stdout).toMatch(/^Nothing has been changed\..*, files and backups \(1\)\.$/m);
      expect((await run([...remove, '--keep-backups'])).stdout).toMatch(/" and files\.$/m);
      expect((await run([...remove, '--yes'])).code).toBe(0);
      expect(existsSync(backups)).toBe(false);
      expect((await run(['project', 'list'])).stdout).not.toContain(key);
      expect((await run(['project', 'remove', '--project', key])).code).toBe(78);
    });
  },
  { timeout: 60_000 },
);
