import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import mysql from 'mysql2/promise';
import postgres from 'postgres';
import { childrenOf, keepAside, treeCpuOf } from './programs.mjs';
import { sourceModules } from './sources.mjs';

const root = join(import.meta.dirname, '..');
/** Columns that are searched or sorted by have an index, on both sides. */
const INDEXES = [
  'CREATE INDEX IF NOT EXISTS bench_article ON articles_tags (article)',
  'CREATE INDEX IF NOT EXISTS bench_author ON articles (author)',
  'CREATE INDEX IF NOT EXISTS bench_published_on ON articles (published_on)',
];

/** The project in its file, with the arguments of the floor. */
const sqlite = {
  name: 'SQLite',
  open: async (folder) => {
    const file = join(folder, 'databases', 'bench.db');
    const database = new DatabaseSync(file);
    for (const text of [...INDEXES, 'ANALYZE']) database.exec(text);
    database.close();
    return { data: folder, project: 'bench', floor: ['sqlite', file], stop: async () => {} };
  },
};

/**
 * A copy of the project on a private server. `open` resolves to null if this machine does not have the server's
 * programs.
 */
function served(name, kind, prepare) {
  const open = async (folder) => {
    const server = await serverAside(kind);
    if (!server) return null;
    const data = join(folder, kind);
    copyTo(server.address, folder, data);
    const { db_host: host, db_port: port, db_user: user, db_password: password } = server.address;
    const url = `${kind}://${user}:${password}@${host}:${port}/bench`;
    await prepare(url);
    return { data, project: 'copy', floor: [kind, url], cpu: server.cpu, stop: () => server.stop() };
  };
  return { name, open };
}

/** Copies the project to a server with `octavo copy`. */
function copyTo({ db_type: type, db_host: host, db_port: port, db_user: user, db_password: password }, folder, data) {
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data, { recursive: true });
  for (const name of ['config', 'databases']) cpSync(join(folder, name), join(data, name), { recursive: true });
  const account = { 'db-type': type, 'db-host': host, 'db-port': port, 'db-user': user, 'db-password': password };
  const given = Object.entries({ from: 'bench', to: 'copy', ...account, 'db-name': 'bench' });
  const flags = given.flatMap(([flag, value]) => [`--${flag}`, value]);
  execFileSync(process.execPath, ['dist/main.js', 'copy', '--data', data, ...flags], { cwd: root });
}

async function preparePostgres(url) {
  const sql = postgres(url, { onnotice: () => {} });
  for (const text of [...INDEXES, 'VACUUM ANALYZE']) await sql.unsafe(text);
  await sql.end();
}

async function prepareMysql(url) {
  const connection = await mysql.createConnection(url);
  // The data fits into the buffer pool, as on a server that has been set up properly; the pool for tests is small.
  await connection.query('SET GLOBAL innodb_buffer_pool_size = 268435456');
  const tables = ['articles', 'articles_tags', 'authors', 'tags'].join(', ');
  for (const text of [...INDEXES, `ANALYZE TABLE ${tables}`]) await connection.query(text);
  await connection.end();
}

export const engines = [
  sqlite,
  served('PostgreSQL', 'postgres', preparePostgres),
  served('MariaDB', 'mysql', prepareMysql),
];

/**
 * The server for an engine's databases: a private one, or the one that the environment names for tests, with a function
 * that returns the CPU time it has taken. Null if this machine does not have its programs. SQLite needs no server.
 */
export async function serverOf(name) {
  if (name === 'sqlite') return { address: { db_type: 'sqlite' }, pids: [], stop: async () => {} };
  const [{ start }] = await sourceModules(`test/support/engines/${name}.ts`);
  const before = new Set(childrenOf(process.pid));
  const server = await start();
  if (!server.address) return null;
  const pids = childrenOf(process.pid).filter((pid) => !before.has(pid));
  return { ...server, pids, cpu: () => pids.reduce((sum, pid) => sum + treeCpuOf(pid), 0) };
}

/** The same, on processors that the measured programs do not use. */
export async function serverAside(name) {
  const server = await serverOf(name);
  for (const pid of server?.pids ?? []) for (const each of [pid, ...childrenOf(pid)]) keepAside(each);
  return server;
}
