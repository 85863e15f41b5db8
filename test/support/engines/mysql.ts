import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import type { Certificates } from '../certificates.ts';

export interface Address {
  readonly db_type: 'mysql';
  readonly db_host: string;
  readonly db_port: number;
  readonly db_user: string;
  readonly db_password: string;
}

export type Engine = { readonly address: Address; stop(): Promise<void> } | { readonly skipped: string };

const PASSWORD = 'octavo-tests';
const READY_MS = 30_000;
const PAUSE_MS = 50;
const FOLDERS = ['/usr/sbin', '/usr/bin', '/usr/local/bin', '/usr/local/sbin', '/usr/libexec'];
const ACCOUNTS = ["'root'@'localhost'", "'root'@'127.0.0.1'"];

/** Starts a server for tests: the one that OCTAVO_TEST_MYSQL names, or else a private one with empty data. */
export async function start(): Promise<Engine> {
  const given = process.env.OCTAVO_TEST_MYSQL;
  if (given) return { address: JSON.parse(given) as Address, stop: async () => {} };
  return startInstalled();
}

/** The programs of a server. */
interface Programs {
  readonly server: string;
  /** Makes an empty data folder, which MySQL's server does itself. */
  readonly installer?: string;
}

/**
 * Starts a private server from the programs installed on this machine; it encrypts connections if given a certificate.
 */
export async function startInstalled(certificates?: Certificates): Promise<Engine> {
  const programs = installed();
  if (!programs) return { skipped: 'neither mariadbd nor mysqld is installed, and OCTAVO_TEST_MYSQL is not set' };
  const encryption = certificates ? [`--ssl-cert=${certificates.cert}`, `--ssl-key=${certificates.key}`] : [];
  return startOwn(programs, encryption);
}

function installed(): Programs | undefined {
  const [mariadb, installer, mysql] = ['mariadbd', 'mariadb-install-db', 'mysqld'].map(binary);
  if (mariadb && installer) return { server: mariadb, installer };
  return mysql && isMysql(mysql) ? { server: mysql } : undefined;
}

/** Older versions of MariaDB have this name, too. */
const isMysql = (server: string): boolean =>
  !/mariadb/i.test(execFileSync(server, ['--version'], { encoding: 'utf8' }));

function binary(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

async function startOwn({ server, installer }: Programs, more: readonly string[]): Promise<Engine> {
  const folder = mkdtempSync(join(tmpdir(), 'octavo-mysql-'));
  const data = join(folder, 'data');
  const owner = `--user=${userInfo().username}`;
  const account = installer
    ? ['--auth-root-authentication-method=normal', '--skip-test-db']
    : ['--initialize-insecure', '--auto-generate-certs=OFF', `--tmpdir=${folder}`];
  // Installers that run at the same time would remove each other's temporary tables.
  const env = { ...process.env, TMPDIR: folder };
  await promisify(execFile)(installer ?? server, ['--no-defaults', `--datadir=${data}`, owner, ...account], { env });
  writeFileSync(join(folder, 'init.sql'), ACCOUNTS.flatMap(accountStatements).join('\n'));
  const address = await addressOf();
  const child = spawn(server, ['--no-defaults', owner, ...serverOptions(folder, data, address.db_port), ...more], {
    stdio: 'ignore',
  });
  const stop = (): Promise<void> => end(child, folder);
  try {
    await ready(address, child);
  } catch (error) {
    await stop();
    throw error;
  }
  return { address, stop };
}

function accountStatements(name: string): string[] {
  return [
    `CREATE USER IF NOT EXISTS ${name};`,
    `ALTER USER ${name} IDENTIFIED BY '${PASSWORD}';`,
    `GRANT ALL PRIVILEGES ON *.* TO ${name} WITH GRANT OPTION;`,
  ];
}

async function addressOf(): Promise<Address> {
  const probe = createServer();
  await new Promise<void>((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address() as { port: number };
  await new Promise((done) => probe.close(done));
  return { db_type: 'mysql', db_host: '127.0.0.1', db_port: port, db_user: 'root', db_password: PASSWORD };
}

function serverOptions(folder: string, data: string, port: number): string[] {
  return [
    `--datadir=${data}`,
    `--init-file=${join(folder, 'init.sql')}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--tmpdir=${folder}`,
    '--max-connections=1000',
    '--loose-mysqlx=OFF',
    '--loose-auto-generate-certs=OFF',
    '--skip-log-bin',
    '--performance-schema=OFF',
    '--innodb-buffer-pool-size=64M',
    // The data need not survive a crash, and each change of a table would wait for the disk several times.
    '--innodb-flush-log-at-trx-commit=2',
    '--innodb-flush-method=nosync',
  ];
}

async function ready(
  { db_host: host, db_port: port, db_user: user, db_password: password }: Address,
  child: ChildProcess,
) {
  for (const end = Date.now() + READY_MS; ; ) {
    try {
      const connection = await mysql.createConnection({ host, port, user, password });
      connection.destroy();
      return;
    } catch (error) {
      if (child.exitCode !== null || Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
  }
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  if (child.exitCode === null) {
    const gone = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await gone;
  }
  rmSync(folder, { recursive: true, force: true });
}
