import { createHash } from 'node:crypto';
import { selectAll } from '../../src/persistence/select-all.ts';
import type { Running } from './running.ts';
import { SUPER_ADMIN_TOKEN } from './running.ts';

export const ADMIN_TOKEN = 'tests-admin-token';

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown> & {
    readonly data?: unknown;
    readonly error?: { readonly code: number | null };
  };
}

/** A project on a running server, and ways to ask it. */
export interface TestProject {
  readonly key: string;
  /** Sends a request as the bearer of a token; as the administrator by default, as the public with null. */
  ask(method: string, path: string, body?: unknown, token?: string | null): Promise<Answered>;
  /** A digest of every row of every table: equal as long as nothing has changed. */
  digest(): Promise<string>;
  remove(): Promise<void>;
}

/** Makes a project with an administrator whose static token is {@link ADMIN_TOKEN}. */
export async function createTestProject(
  server: Running,
  database: Readonly<Record<string, unknown>>,
): Promise<TestProject> {
  const key = `t${process.hrtime.bigint().toString(36)}`;
  const send = (method: string, path: string, body: unknown, token: string | null): Promise<Answered> =>
    request(server.base + path, method, body, token);
  const created = await send(
    'POST',
    '/server/projects',
    { project: key, db_name: key, db_user: 'root', ...database, ...ADMINISTRATOR },
    null,
  );
  if (created.status !== 200) throw new Error(`the project was not created: ${created.text}`);
  return {
    key,
    ask: (method, path, body, token = ADMIN_TOKEN) => send(method, `/${key}${path}`, body, token),
    digest: () => digestOf(server, key),
    remove: async () => {
      await send('DELETE', `/server/projects/${key}?super_admin_token=${SUPER_ADMIN_TOKEN}`, undefined, null);
    },
  };
}

const ADMINISTRATOR = {
  super_admin_token: SUPER_ADMIN_TOKEN,
  user_email: 'admin@example.com',
  user_password: 'Admin-Secret-1',
  user_token: ADMIN_TOKEN,
};

async function request(url: string, method: string, body: unknown, token: string | null): Promise<Answered> {
  const headers = {
    ...(token !== null && { Authorization: `Bearer ${token}` }),
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
  };
  const answer = await fetch(url, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

async function digestOf(server: Running, key: string): Promise<string> {
  const project = await server.app.registry.find(key);
  if (!project) throw new Error(`there is no project ${key}`);
  const { dialect, database } = project;
  const hash = createHash('sha256');
  for (const table of await dialect.introspect(database)) {
    const rows = await database.all(selectAll(dialect, table));
    hash.update(table.name).update(
      rows
        .map((row) => row.map(String).join('\0'))
        .sort()
        .join('\n'),
    );
  }
  return hash.digest('hex');
}
