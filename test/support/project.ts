import { createHash } from 'node:crypto';
import { selectAll } from '../../src/persistence/select-all.ts';
import type { Project } from '../../src/projects/project.ts';
import type { Running } from './running.ts';
import { SUPER_ADMIN_TOKEN } from './running.ts';

export const ADMIN_TOKEN = 'tests-admin-token';
export const ADMIN_PASSWORD = 'Admin-Secret-1';

export type Payload = Readonly<Record<string, unknown>>;

export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly body: Record<string, unknown> & {
    readonly data?: unknown;
    readonly error?: { readonly code: number | null };
  };
}

interface Injected {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
}

/** A project on a running server, and functions to send requests to it. */
export class TestProject {
  readonly server: Running;
  #key = '';

  constructor(server: Running) {
    this.server = server;
  }

  get key(): string {
    if (this.#key === '') throw new Error('the project is not there yet');
    return this.#key;
  }

  /**
   * Creates the project, with an administrator whose static token is {@link ADMIN_TOKEN}; `database` is part of the
   * request.
   */
  async create(database: Payload): Promise<void> {
    const key = `t${process.hrtime.bigint().toString(36)}`;
    const body = { project: key, db_name: key, db_user: 'root', ...database, ...ADMINISTRATOR };
    const { status, text } = await request(`${this.server.base}/server/projects`, 'POST', body, null);
    if (status !== 200) throw new Error(`the project was not created: ${text}`);
    this.#key = key;
  }

  /** Sends a request with a token: the administrator's by default, none if it is null. */
  ask(method: string, path: string, body?: unknown, token: string | null = ADMIN_TOKEN): Promise<Answered> {
    return request(`${this.server.base}/${this.key}${path}`, method, body, token);
  }

  /** Sends a request as the administrator, unless the headers say otherwise. */
  fetch(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    return fetch(`${this.server.base}/${this.key}${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_TOKEN}`, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }

  /**
   * Reads with a token, or without one if it is null. Bypasses the socket, for tests that send thousands of requests.
   */
  get(path: string, token: string | null): Promise<Answered> {
    return this.#inject({ method: 'GET', url: path }, token);
  }

  /** The same with GraphQL. */
  query(document: string, token: string | null): Promise<Answered> {
    return this.#inject({ method: 'POST', url: '/gql', payload: { query: document } }, token);
  }

  async #inject(request: Injected, token: string | null): Promise<Answered> {
    const headers = token === null ? {} : { authorization: `Bearer ${token}` };
    const answer = await this.server.app.http.inject({ ...request, url: `/${this.key}${request.url}`, headers });
    return answered(answer.statusCode, answer.body);
  }

  /** Reads as the administrator, and expects data. */
  read<T>(path: string): Promise<T> {
    return this.write('GET', path);
  }

  /** Writes as the administrator, and expects success. */
  async write<T>(method: string, path: string, payload?: unknown): Promise<T> {
    const { status, text, body } = await this.ask(method, path, payload);
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
    return (text === '' ? null : body.data) as T;
  }

  /** The project as the server has opened it. */
  async opened(): Promise<Project> {
    const project = await this.server.app.registry.find(this.key);
    if (!project) throw new Error(`there is no project ${this.key}`);
    return project;
  }

  /** A digest of every row of every table: equal as long as nothing changes. */
  digest(): Promise<string> {
    return this.opened().then(digestOf);
  }

  /** Deletes the project with its database, if it exists; `key` stays set. */
  async remove(): Promise<void> {
    if (this.#key === '') return;
    const url = `${this.server.base}/server/projects/${this.#key}?super_admin_token=${SUPER_ADMIN_TOKEN}`;
    await request(url, 'DELETE', undefined, null);
  }
}

/** Creates a project in addition to that of a harness, or without a harness. */
export async function createTestProject(server: Running, database: Payload): Promise<TestProject> {
  const project = new TestProject(server);
  await project.create(database);
  return project;
}

const ADMINISTRATOR = {
  super_admin_token: SUPER_ADMIN_TOKEN,
  user_email: 'admin@example.com',
  user_password: ADMIN_PASSWORD,
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
  return answered(answer.status, text);
}

/** A response of a server, as tests look at it. */
export function answered(status: number, text: string): Answered {
  return { status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

async function digestOf({ dialect, database }: Project): Promise<string> {
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
