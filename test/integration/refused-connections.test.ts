import { pino } from 'pino';
import { expect, it } from 'vitest';
import { onEveryEngine } from '../support/on-every-engine.ts';
import { SUPER_ADMIN_TOKEN } from '../support/running.ts';
import { ServerProcess } from '../support/server-process.ts';

const REASONS = {
  sqlite: /unable to open database file$/,
  mysql: /^Access denied for user /,
  postgres: /^password authentication failed for user /,
};

onEveryEngine('a database that refuses the connection', ({ engine, database, server, prepare }) => {
  const lines: { readonly msg: string; readonly level: number; readonly reason?: string }[] = [];
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  prepare(() => ({ log }));

  const wrong = { ...database, db_name: 'nope', db_password: 'wrong' };

  it('makes a command say why', async () => {
    const flags = Object.entries({ db_user: 'root', ...wrong }).flatMap(([name, value]) => [
      `--${name.replaceAll('_', '-')}`,
      String(value),
    ]);
    const person = ['--user-email', 'a@example.com', '--user-password', 'secret'];
    const args = ['adopt', '--project', 'nope', '--data', server.data, ...flags, ...person];
    const { code, stderr } = await new ServerProcess(args).ended();
    const [, reason] = /^octavo: Invalid database connection: ([^\n]+)\n$/.exec(stderr) ?? [];
    expect(reason).toMatch(REASONS[engine]);
    expect(code).toBe(78);
  });

  it('is refused with code 19, and the log says why', async () => {
    const body = { project: 'nope', adopt: true, super_admin_token: SUPER_ADMIN_TOKEN, db_user: 'root', ...wrong };
    const answer = await fetch(`${server.base}/server/projects`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(await answer.json()).toEqual({ error: { code: 19, message: 'Invalid database connection' } });
    const [warning] = lines.filter(({ level }) => level === 40);
    expect(warning?.msg).toBe('the database of a project to be made cannot be reached');
    expect(warning?.reason).toMatch(REASONS[engine]);
  });
});
