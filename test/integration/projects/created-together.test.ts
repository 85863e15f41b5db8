import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { SUPER_ADMIN_TOKEN, startServer } from '../../support/running.ts';

const TOKEN = 'token-of-the-first-user';

describe('servers that create a project in one database at the same time', () => {
  it.for(['mysql', 'postgres'] as const)('create it once, and leave it alone, on %s', async (engine, { skip }) => {
    const given = inject('engines')[engine];
    if (!given) return skip();
    const servers = await Promise.all([startServer(), startServer(), startServer()]);
    onTestFinished(async () => {
      await Promise.all(servers.map((server) => server.stop()));
    });
    const account = { user_email: 'admin@example.com', user_password: 'password', user_token: TOKEN };
    const project = { project: 'together', super_admin_token: SUPER_ADMIN_TOKEN, db_name: `together${process.pid}` };
    const body = JSON.stringify({ ...project, ...account, ...given });
    const headers = { 'Content-Type': 'application/json' };
    const answers = await Promise.all(
      servers.map(({ base }) => fetch(`${base}/server/projects`, { method: 'POST', headers, body })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const winner = servers[answers.findIndex(({ status }) => status === 200)];
    const users = await fetch(`${winner?.base}/together/users`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    expect(users.status).toBe(200);
  });
});
