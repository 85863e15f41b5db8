import type { EngineAddresses } from './engines.ts';
import { type Running, SUPER_ADMIN_TOKEN } from './running.ts';

export type EngineName = keyof EngineAddresses;
export type Payload = Readonly<Record<string, unknown>>;

/** What was answered: the status and the exact text. */
export interface Answered {
  readonly status: number;
  readonly text: string;
}

const ADMIN_TOKEN = 'the-token-of-the-administrator';
let projects = 0;

/** A project of a server under test, asked without a socket between. */
export class TestProject {
  readonly name: string;
  readonly server: Running;

  constructor(server: Running, name: string) {
    this.server = server;
    this.name = name;
  }

  /** Makes a project on an engine, with an administrator who has a static token. */
  static async create(server: Running, address: Payload): Promise<TestProject> {
    const name = `t${process.pid.toString(36)}${Date.now().toString(36)}${projects++}`;
    const { statusCode, body } = await server.app.http.inject({
      method: 'POST',
      url: '/server/projects',
      payload: {
        project: name,
        super_admin_token: SUPER_ADMIN_TOKEN,
        db_name: name,
        db_user: 'nobody',
        user_email: 'admin@example.com',
        user_password: 'password',
        user_token: ADMIN_TOKEN,
        ...address,
      },
    });
    if (statusCode !== 200) throw new Error(`the project was not made: ${body}`);
    return new TestProject(server, name);
  }

  /** Asks as the bearer of a token; as the public without one. */
  async get(path: string, token?: string): Promise<Answered> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const { statusCode, body } = await this.server.app.http.inject({ url: `/${this.name}${path}`, headers });
    return { status: statusCode, text: body };
  }

  /** Asks in GraphQL as the bearer of a token; as the public without one. */
  async query(document: string, token?: string): Promise<Answered> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const request = { method: 'POST', url: `/${this.name}/gql`, headers, payload: { query: document } } as const;
    const { statusCode, body } = await this.server.app.http.inject(request);
    return { status: statusCode, text: body };
  }

  /** Asks as the administrator, and expects data. */
  async read<T>(path: string): Promise<T> {
    const { status, text } = await this.get(path, ADMIN_TOKEN);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${text}`);
    return (JSON.parse(text) as { data: T }).data;
  }

  /** Writes as the administrator, and expects it to be done. */
  async write<T>(method: 'POST' | 'PATCH' | 'DELETE', path: string, payload?: object): Promise<T> {
    const { statusCode, body } = await this.server.app.http.inject({
      method,
      url: `/${this.name}${path}`,
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
      ...(payload && { payload }),
    });
    if (statusCode >= 300) throw new Error(`${method} ${path}: ${statusCode} ${body}`);
    return (body === '' ? null : (JSON.parse(body) as { data: T }).data) as T;
  }

  /** Deletes the project with its database. */
  async remove(): Promise<void> {
    const url = `/server/projects/${this.name}?super_admin_token=${SUPER_ADMIN_TOKEN}`;
    await this.server.app.http.inject({ method: 'DELETE', url });
  }

  get adminToken(): string {
    return ADMIN_TOKEN;
  }
}
