import { expect } from 'vitest';

/** The response to a request of a client. */
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

/** The cookies that a browser keeps for one server. Cookies of different projects do not interfere. */
export class CookieJar {
  readonly #cookies = new Map<string, string>();

  /** Stores the cookies that a response sets, and removes those that it expires. */
  keep(headers: Headers): void {
    for (const line of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const expires = Date.parse(/;\s*expires=([^;]+)/i.exec(line)?.[1] ?? '');
      if (expires <= Date.now()) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }

  /** The Cookie header that a browser sends; empty without cookies. */
  header(): { readonly Cookie?: string } {
    const pairs = [...this.#cookies].map(([name, value]) => `${name}=${value}`);
    return pairs.length > 0 ? { Cookie: pairs.join('; ') } : {};
  }

  get names(): string[] {
    return [...this.#cookies.keys()];
  }
}

/**
 * The original admin app in a browser, as a server sees it: a session cookie, the project in a header of every request,
 * unescaped keys in the query string, and the server's own origin on requests that change something.
 */
export class AppClient {
  readonly base: string;
  readonly project: string;
  readonly jar: CookieJar;

  constructor(base: string, project: string, jar = new CookieJar()) {
    this.base = base;
    this.project = project;
    this.jar = jar;
  }

  /** Signs in with a password and, where required, a one-time password; the browser keeps the cookie. */
  signIn(email: string, password: string, otp?: string): Promise<ClientAnswer> {
    return this.ask('POST', '/auth/authenticate', {
      email,
      password,
      mode: 'cookie',
      ...(otp !== undefined && { otp }),
    });
  }

  /** Requests a path of the project. */
  ask(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    return this.askServer(method, `/${this.project}${path}`, body);
  }

  /** Requests a path of the server, with the project only in the header. */
  async askServer(method: string, path: string, body?: unknown): Promise<ClientAnswer> {
    const answer = await this.send(method, path, body, { 'X-Directus-Project': this.project });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith('{') ? JSON.parse(text) : {} };
  }

  /** Loads a path as an element such as an image does: with no headers but the browser's own. */
  load(path: string): Promise<Response> {
    return this.send('GET', path, undefined, {});
  }

  private async send(
    method: string,
    path: string,
    body: unknown,
    more: Readonly<Record<string, string>>,
  ): Promise<Response> {
    const isForm = body instanceof FormData;
    const headers = {
      ...more,
      ...this.jar.header(),
      Accept: 'application/json, text/plain, */*',
      ...(method !== 'GET' && { Origin: this.base }),
      ...(body !== undefined && !isForm && { 'Content-Type': 'application/json;charset=utf-8' }),
    };
    const sent = isForm ? body : JSON.stringify(body);
    const answer = await fetch(new URL(path, this.base), {
      method,
      headers,
      redirect: 'manual',
      ...(body !== undefined && { body: sent }),
    });
    this.jar.keep(answer.headers);
    return answer;
  }

  /** The data at a path of the project; expects a success that does not treat the caller as the public. */
  async get(path: string): Promise<ClientAnswer['body']['data']> {
    return dataOf(await this.ask('GET', path));
  }

  /** Writes to a path of the project, and expects data. */
  async write(method: 'POST' | 'PATCH', path: string, body: unknown): Promise<ClientAnswer['body']['data']> {
    return dataOf(await this.ask(method, path, body));
  }

  /** Deletes, and expects an empty response. */
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
