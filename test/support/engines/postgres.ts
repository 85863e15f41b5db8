import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How a server of ours is reached, in the words of a project's creation. */
export interface PostgresAddress {
  readonly db_type: 'postgres';
  readonly db_host: string;
  readonly db_port: number;
  readonly db_user: string;
  readonly db_password: string;
}

export interface Started {
  readonly address: PostgresAddress;
  stop(): Promise<void>;
}

const HOMES = '/usr/lib/postgresql';
const OTHERS = ['/usr/local/bin', '/usr/local/pgsql/bin', '/usr/bin'];
const TRIES = 100;
const PAUSE_MS = 100;

/** A PostgreSQL server: the one of OCTAVO_TEST_POSTGRES, else a private one that ends with `stop`; or why there is none. */
export async function start(): Promise<Started | { readonly skipped: string }> {
  const given = process.env.OCTAVO_TEST_POSTGRES;
  if (given) return { address: JSON.parse(given) as PostgresAddress, stop: async () => {} };
  const programs = findPrograms();
  if (!programs) return { skipped: 'there is neither OCTAVO_TEST_POSTGRES nor a PostgreSQL server on this machine' };
  const owner = process.getuid?.() === 0 ? unprivileged() : {};
  if (!owner) return { skipped: 'PostgreSQL does not run as root, and there is no other account' };
  return startPrivate(programs, owner);
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

function findPrograms(): string | undefined {
  const homes = existsSync(HOMES) ? readdirSync(HOMES).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [...homes.map((version) => join(HOMES, version, 'bin')), ...OTHERS];
  return folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')));
}

function unprivileged(): Owner | undefined {
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }).toString());
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // No such account.
    }
  }
  return undefined;
}

async function startPrivate(programs: string, owner: Owner): Promise<Started> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-postgres-'));
  const password = randomBytes(12).toString('hex');
  initialise(programs, folder, password, owner);
  const port = await freePort();
  const server = spawn(join(programs, 'postgres'), serverArguments(folder, port), {
    ...owner,
    cwd: folder,
    stdio: 'ignore',
  });
  const stop = (): Promise<void> => end(server, folder);
  const address = {
    db_type: 'postgres',
    db_host: '127.0.0.1',
    db_port: port,
    db_user: 'octavo',
    db_password: password,
  } as const;
  try {
    await untilReady(programs, port, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

function initialise(programs: string, folder: string, password: string, owner: Owner): void {
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password);
  if (owner.uid !== undefined && owner.gid !== undefined) {
    for (const path of [folder, passwordFile]) chownSync(path, owner.uid, owner.gid);
  }
  const options = [
    '-D',
    join(folder, 'data'),
    '-U',
    'octavo',
    `--pwfile=${passwordFile}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
  ];
  execFileSync(join(programs, 'initdb'), [...options, '--no-locale', '--no-sync'], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  });
}

function serverArguments(folder: string, port: number): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 200,
  };
  return [
    '-D',
    join(folder, 'data'),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => done(port));
    });
  });
}

async function untilReady(programs: string, port: number, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    if (isReady(programs, port)) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new Error('PostgreSQL does not answer');
}

function isReady(programs: string, port: number): boolean {
  try {
    execFileSync(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** SIGINT ends the server at once, with its sessions. */
async function end(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
