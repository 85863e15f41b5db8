import { expect } from 'vitest';

/** What was answered to a request of a client. */
export interface ClientAnswer {
  readonly status: number;
  readonly text: string;
  readonly body: {
    // biome-ignore lint/suspicious/noExplicitAny: whatever a server answers; the test says what it should be
    readonly data?: any;
    // biome-ignore lint/suspicious/noExplicitAny: the same
    readonly meta?: any;
    readonly error?: { readonly code: unknown; readonly message: unknown };
    readonly public?: unknown;
  };
}

/**
 * The original admin app as a server sees it: the project in a header of every request, keys of the query string
 * unescaped, and the caller's token.
 */
export class AppClient {
  readonly base: string;
  readonly project: string;
  token: string | null;

  constructor(base: string, project: string, token: string | null = null) {
    this.base = base;
    this.project = project;
    this.token = token;
  }

  /** Signs in with a password, and keeps the token. */
  async signIn(email: string, password: string): Promise<ClientAnswer> {
    const answer = await this.ask('POST', '/auth/authenticate', { email, password, mode: 'jwt' });
    this.token = answer.body.data?.token ?? null;
    return answer;
  }

  /** Asks for a path of the project. */
  ask(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    return this.askServer(method, `/${this.project}${path}`, body);
  }

  /** Asks for a path of the server, with the project in the header alone. */
  async askServer(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const headers = {
      'X-Directus-Project': this.project,
      Accept: 'application/json, text/plain, */*',
      ...(this.token !== null && { Authorization: `Bearer ${this.token}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json;charset=utf-8' }),
    };
    const answer = await fetch(this.base + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  /** The data of a path of the project; the answer must be a success that does not call the caller the public. */
  async get(path: string): Promise<ClientAnswer['body']['data']> {
    return dataOf(await this.ask('GET', path));
  }

  /** Writes to a path of the project, and expects data. */
  async write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<ClientAnswer['body']['data']> {
    return dataOf(await this.ask(method, path, body));
  }

  /** Deletes, and expects the empty answer of it. */
  async delete(path: string): Promise<void> {
    const { status, text } = await this.ask('DELETE', path);
    expect([status, text]).toEqual([204, '']);
  }
}

function dataOf({ status, body, text }: ClientAnswer): ClientAnswer['body']['data'] {
  expect(status, text).toBe(200);
  expect(body, text).not.toHaveProperty('public');
  return body.data;
}
