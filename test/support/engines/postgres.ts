import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import type { Certificates } from '../certificates.ts';

/** How to reach one of our servers, in the terms of a project's creation. */
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
const TRIES = 300;
const PAUSE_MS = 100;

/**
 * Starts a PostgreSQL server: the one that OCTAVO_TEST_POSTGRES names, or else a private one that ends with `stop`.
 * Otherwise returns why there is none.
 */
export async function start(): Promise<Started | { readonly skipped: string }> {
  const given = process.env.OCTAVO_TEST_POSTGRES;
  if (given) return { address: JSON.parse(given) as PostgresAddress, stop: async () => {} };
  return startInstalled();
}

/**
 * Starts a private server from the programs installed on this machine; it encrypts connections if given a certificate.
 */
export async function startInstalled(certificates?: Certificates): Promise<Started | { readonly skipped: string }> {
  const programs = findPrograms();
  if (!programs) return { skipped: 'there is neither OCTAVO_TEST_POSTGRES nor a PostgreSQL server on this machine' };
  return startPrograms(() => programs, certificates);
}

/** Starts a private server from programs that `place` copies to the server's folder, or finds elsewhere. */
export async function startPrograms(
  place: (folder: string) => string,
  certificates?: Certificates,
): Promise<Started | { readonly skipped: string }> {
  const owner = process.getuid?.() === 0 ? unprivileged() : {};
  if (!owner) return { skipped: 'PostgreSQL does not run as root, and there is no other account' };
  const folder = mkdtempSync(join(tmpdir(), 'octavo-postgres-'));
  return startPrivate(place(folder), folder, owner, certificates);
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
      // There is no such account.
    }
  }
  return undefined;
}

async function startPrivate(
  programs: string,
  folder: string,
  owner: Owner,
  certificates: Certificates | undefined,
): Promise<Started> {
  const password = randomBytes(12).toString('hex');
  initialise(programs, folder, password, owner);
  const port = await freePort();
  const encryption = certificates ? encrypted(folder, certificates, owner) : {};
  const server = spawn(join(programs, 'postgres'), serverArguments(folder, { port, ...encryption }), {
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
    await untilReady(address, server);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

/** The server reads a key only if it owns it and nobody else can. */
function encrypted(folder: string, { cert, key }: Certificates, owner: Owner): Record<string, string> {
  const files = { ssl_cert_file: join(folder, 'server.pem'), ssl_key_file: join(folder, 'server.key') };
  copyFileSync(cert, files.ssl_cert_file);
  copyFileSync(key, files.ssl_key_file);
  for (const file of Object.values(files)) own(file, owner);
  return { ssl: 'on', ...files };
}

function own(path: string, { uid, gid }: Owner): void {
  chmodSync(path, 0o600);
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
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

function serverArguments(folder: string, own: Readonly<Record<string, string | number>>): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    full_page_writes: 'off',
    max_connections: 200,
    ...own,
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

async function untilReady(address: PostgresAddress, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with ${server.exitCode}`);
    if (await isReady(address)) return;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  throw new Error('PostgreSQL does not answer');
}

async function isReady({ db_host: host, db_port: port, db_user: user, db_password }: PostgresAddress) {
  const sql = postgres({ host, port, user, password: db_password, database: 'postgres', max: 1 });
  try {
    await sql`SELECT 1`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

/** SIGINT ends the server at once, along with its sessions. */
async function end(server: ChildProcess, folder: string): Promise<void> {
  if (server.exitCode === null && server.signalCode === null) {
    const ended = new Promise((done) => server.once('exit', done));
    server.kill('SIGINT');
    await ended;
  }
  rmSync(folder, { recursive: true, force: true });
}
