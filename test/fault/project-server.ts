import { fileURLToPath } from 'node:url';
import { ServerProcess } from '../support/server-process.ts';

const LOADED = fileURLToPath(new URL('./loaded-program.mjs', import.meta.url));
export const PROJECT = 'whole';
const SECRET = 'super-admin-of-tests';
const TOKEN = 'token-of-the-first-user';

/** The part of an answer that fault tests check. */
export interface Answer {
  readonly status: number;
  readonly data: unknown;
}

type Headers = Readonly<Record<string, string>>;

/** A server in a separate process with one data folder, which can be killed and restarted. */
export class ProjectServer {
  readonly #data: string;
  readonly #main: string | undefined;
  readonly #port: number;
  #process: ServerProcess | undefined;
  #next: ServerProcess | undefined;
  #base = '';
  /** Whether it has been started, and not killed since. */
  isRunning = false;

  /** `main` replaces the compiled program. Every start uses the port, or a free one. */
  constructor(data: string, main?: string, port = 0) {
    this.#data = data;
    this.#main = main;
    this.#port = port;
  }

  async start(): Promise<void> {
    const next = this.#next;
    this.#process = next ?? this.#program(this.#main);
    this.#next = undefined;
    await next?.printed(/(loaded)\n/);
    next?.signal('SIGUSR2');
    this.#base = await this.#process.address();
    this.isRunning = true;
  }

  /** Loads the compiled program for the next start, because loading takes most of the time of a start. */
  load(): void {
    this.#next ??= this.#program(LOADED);
  }

  /** Ends the process at once, like a power failure. */
  async kill(): Promise<void> {
    this.isRunning = false;
    await this.#process?.kill();
  }

  /** Ends everything that runs here. */
  async end(): Promise<void> {
    await Promise.all([this.#process?.kill(), this.#next?.kill()]);
  }

  get base(): string {
    return this.#base;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  get log(): string {
    return `${this.#process?.stdout}${this.#process?.stderr}`;
  }

  async createProject(database: Readonly<Record<string, unknown>>): Promise<void> {
    const body = {
      project: PROJECT,
      super_admin_token: SECRET,
      db_name: 'whole',
      db_user: 'root',
      user_email: 'admin@example.com',
      user_password: 'password',
      user_token: TOKEN,
      ...database,
    };
    const { status, data } = await this.send('POST', '/server/projects', body);
    if (status !== 200) throw new Error(`the project was not made: ${status} ${JSON.stringify(data)}`);
  }

  /** A call of the project, by its first user. */
  call(method: string, path: string, body?: unknown, more: Headers = {}): Promise<Answer> {
    return this.send(method, `/${PROJECT}${path}`, body, more);
  }

  /** The entity tag of an item's present state. */
  async tag(path: string): Promise<string> {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const { headers: answered } = await fetch(`${this.#base}/${PROJECT}${path}`, { headers });
    return answered.get('etag') ?? '';
  }

  /** Uploads a file in a form. */
  async upload(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<Answer> {
    const body = new FormData();
    body.append('data', new Blob([bytes]), name);
    return this.sendForm('/files', body);
  }

  /** Sends a form to the project. */
  async sendForm(path: string, body: FormData): Promise<Answer> {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${this.#base}/${PROJECT}${path}`, { method: 'POST', headers, body });
    const json = (await response.json()) as { data?: unknown; error?: unknown };
    return { status: response.status, data: json.data ?? json.error };
  }

  /** The bytes that the project delivers to its first user. */
  async download(path: string): Promise<{ readonly status: number; readonly bytes: Uint8Array }> {
    const headers = { Authorization: `Bearer ${TOKEN}` };
    const response = await fetch(`${this.#base}/${PROJECT}${path}`, { headers });
    return { status: response.status, bytes: new Uint8Array(await response.arrayBuffer()) };
  }

  async send(method: string, path: string, body?: unknown, more: Headers = {}): Promise<Answer> {
    const headers = { Authorization: `Bearer ${TOKEN}`, ...(body !== undefined && JSON_TYPE), ...more };
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await fetch(`${this.#base}${path}`, init);
    const text = await response.text();
    const json = text === '' ? {} : (JSON.parse(text) as { data?: unknown; error?: unknown });
    return { status: response.status, data: json.data ?? json.error };
  }

  #program(main: string | undefined): ServerProcess {
    const args = ['serve', '--data', this.#data, '--port', String(this.#port), '--log-level', 'error'];
    return new ServerProcess(args, { OCTAVO_SUPER_ADMIN_TOKEN: SECRET }, main);
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
