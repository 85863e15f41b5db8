import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { classify as mysql } from '../../src/dialects/mysql/errors.ts';
import { classify as postgres } from '../../src/dialects/postgres/errors.ts';
import { classify as sqlite } from '../../src/dialects/sqlite/errors.ts';
import { toApiError } from '../../src/http/hooks/errors.ts';
import { id, text } from '../support/fields.ts';
import { endOf, makeJob } from '../support/jobs.ts';
import { harnessOn } from '../support/on-every-engine.ts';
import { ADMIN_TOKEN, createTestProject } from '../support/project.ts';
import { SUPER_ADMIN_TOKEN, startServer } from '../support/running.ts';
import { ServerProcess, temporaryFolder } from '../support/server-process.ts';

const SMALL = join(mkdtempSync(join(tmpdir(), 'octavo-full-')), 'disk');
const NOTES = { collection: 'notes', fields: [id, text('title'), { field: 'body', type: 'string', datatype: 'TEXT' }] };
const LONG = 'x'.repeat(60_000);

function mounted(): boolean {
  try {
    execFileSync('mkdir', ['-p', SMALL]);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', SMALL], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const isMounted = mounted();
afterAll(() => {
  if (isMounted) execFileSync('umount', ['-l', SMALL]);
  rmSync(join(SMALL, '..'), { recursive: true, force: true });
});

describe.skipIf(!isMounted)('while the disk is full', () => {
  const { server, project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { data: SMALL } }));
  beforeAll(async () => {
    await project.ask('POST', '/collections', NOTES);
    await project.ask('POST', '/items/notes', { title: 'first' });
    // Like a server process, which is known to others before the disk is full.
    server.app.registry.unfinished.presence.touch();
    fill();
  });
  afterAll(() => free());
  afterEach(() => fill());

  const filler = join(SMALL, 'filler');
  const fill = (): void => {
    try {
      for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 2)) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(bytes));
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
    } catch (error) {
      throw new Error('the disk was not filled', { cause: error });
    }
  };
  const free = (): void => rmSync(filler, { force: true });

  const upload = async () => {
    const form = new FormData();
    form.set('data', new Blob([LONG]), 'a.txt');
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}` };
    return fetch(`${server.base}/${project.key}/files`, { method: 'POST', headers, body: form });
  };
  const write = async () => {
    const headers = { Authorization: `Bearer ${ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify(Array.from({ length: 8 }, () => ({ title: 'x', body: LONG })));
    return fetch(`${server.base}/${project.key}/items/notes`, { method: 'POST', headers, body });
  };

  const create = async () => {
    const account = { user_email: 'admin@example.com', user_password: 'password', user_token: ADMIN_TOKEN };
    const body = JSON.stringify({
      project: 'another',
      super_admin_token: SUPER_ADMIN_TOKEN,
      db_name: 'another',
      db_user: 'x',
      ...account,
    });
    const headers = { 'Content-Type': 'application/json' };
    return fetch(`${server.base}/server/projects`, { method: 'POST', headers, body });
  };

  it.each([
    ['a write', write],
    ['an upload', upload],
    ['the creation of a project', create],
  ])('%s is 507 with a time to come back, reads go on, and nothing is left of it', async (_what, attempt) => {
    const before = await project.digest();
    const answer = await attempt();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([507, '60']);
    expect(await answer.json()).toEqual({ error: { code: 11, message: expect.stringMatching(/disk is full/) } });
    expect((await project.ask('GET', '/items/notes/1')).status).toBe(200);
    expect(await project.digest()).toBe(before);
    free();
    expect((await attempt()).status).toBe(200);
  });
});

describe.skipIf(!isMounted)('a backup on a disk with little room', () => {
  const { project, prepare } = harnessOn('sqlite');
  prepare(() => ({ server: { data: SMALL } }));

  it('is not made, leaves no file, and says what to do', async () => {
    const { id: made } = await makeJob(project, { kind: 'backup' });
    const job = await endOf(project, made);
    expect(job).toMatchObject({
      state: 'failed',
      error: { code: 4, message: expect.stringMatching(/too little space/) },
    });
    expect(readdirSync(join(SMALL, 'backups', project.key))).toEqual([]);
    expect((await project.ask('GET', '/users/me')).status).toBe(200);
  });
});

describe('while there are no file descriptors left', () => {
  it('requests for open projects are answered, and others get 503', async () => {
    const data = temporaryFolder();
    const server = await startServer({ data: data.path });
    const project = await createTestProject(server, { db_type: 'sqlite' });
    await project.ask('POST', '/collections', NOTES);
    await project.ask('POST', '/items/notes', { title: 'first' });
    await server.stop();
    const process = new ServerProcess(['serve', '--port', '0', '--data', data.path], {}, undefined, 256);
    const base = await process.address();
    const asking = new Keeper(base);
    const path = `/${project.key}/items/notes`;
    expect(await asking.ask(`GET ${path}`)).toBe(200);
    const { hostname, port } = new URL(base);
    const others = Array.from({ length: 100 }, () =>
      connect({ host: hostname, port: Number(port) }).on('error', () => {}),
    );
    await Promise.race(others.map((socket) => new Promise((done) => socket.once('close', done).once('connect', done))));
    const statuses: number[] = [];
    for (let round = 0; round < 20; round++) {
      statuses.push(await asking.ask(`GET ${path}`), await asking.ask(`GET /${project.key}/assets/nothing`));
      await new Promise((later) => setTimeout(later, 60));
    }
    for (const socket of others) socket.destroy();
    asking.end();
    await process.kill();
    data.remove();
    expect(statuses.filter((status) => status >= 500 && status !== 503)).toEqual([]);
    expect(statuses.filter((_status, index) => index % 2 === 0)).toEqual(Array(20).fill(200));
  }, 60_000);
});

/** One connection that is kept. */
class Keeper {
  readonly #socket: Socket;
  #received = '';
  #hear: () => void = () => {};

  constructor(base: string) {
    const { hostname, port } = new URL(base);
    this.#socket = connect({ host: hostname, port: Number(port) }).on('data', (chunk: Buffer) => {
      this.#received += chunk;
      this.#hear();
    });
  }

  /** The status of an answer, when all of it is there. */
  async ask(line: string): Promise<number> {
    this.#received = '';
    this.#socket.write(`${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n\r\n`);
    while (!this.#isWhole()) await new Promise<void>((done) => (this.#hear = done));
    return Number(this.#received.split(' ')[1]);
  }

  #isWhole(): boolean {
    const [head = '', body] = this.#received.split('\r\n\r\n', 2);
    return body !== undefined && Buffer.byteLength(body) >= Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
  }

  end(): void {
    this.#socket.destroy();
  }
}

describe('a database that does not respond', () => {
  const withErrcode = (errcode: number) => Object.assign(new Error('x'), { errcode });
  const withErrno = (errno: number) => Object.assign(new Error('x'), { errno, code: 'ER_X' });
  const withCode = (code: string) => Object.assign(new Error('x'), { code });

  it.each([
    ['SQLite, full', sqlite, withErrcode(13), 507],
    ['SQLite, read-only', sqlite, withErrcode(8), 503],
    ['SQLite, a database directory that is read-only', sqlite, withErrcode(1544), 503],
    ['SQLite, a read that fails', sqlite, withErrcode(266), 503],
    ['SQLite, a synchronisation that fails', sqlite, withErrcode(1034), 503],
    ['SQLite, a file that cannot be opened', sqlite, withErrcode(14), 503],
    ['SQLite, a file that is damaged', sqlite, withErrcode(11), 503],
    ['MySQL, a full disk', mysql, withErrno(1021), 507],
    ['MySQL, a full table', mysql, withErrno(1114), 507],
    ['MySQL, an error of the engine', mysql, withErrno(1030), 503],
    ['MySQL, no memory', mysql, withErrno(1037), 503],
    ['MySQL, read-only', mysql, withErrno(1290), 503],
    ['MySQL, in read-only mode', mysql, withErrno(1836), 503],
    ['PostgreSQL, a full disk', postgres, withCode('53100'), 507],
    ['PostgreSQL, no memory', postgres, withCode('53200'), 503],
    ['PostgreSQL, no connections', postgres, withCode('53300'), 503],
    ['PostgreSQL, read-only', postgres, withCode('25006'), 503],
    ['PostgreSQL, an input that fails', postgres, withCode('58030'), 503],
    ['PostgreSQL, a page that is damaged', postgres, withCode('XX001'), 503],
  ])('is said to be so: %s', (_what, classify, error, status) => {
    const shown = toApiError(error, { classify } as never);
    expect([shown.status, shown.code, shown.retryAfter !== null]).toEqual([status, 11, true]);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE', 'EIO', 'ENOMEM'])(
    'is distinguished from a fault of the server: %s of the system',
    (code) => {
      const shown = toApiError(withCode(code), undefined);
      expect([shown.status >= 503, shown.code, shown.retryAfter !== null]).toEqual([true, 11, true]);
    },
  );
});
