import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from '@photostructure/sqlite';
import postgres from 'postgres';
import { sourceModules } from './sources.mjs';

const root = join(import.meta.dirname, '..');
/** Keys of other items are looked up through these, on both sides. */
const INDEXES = [
  'CREATE INDEX IF NOT EXISTS bench_article ON articles_tags (article)',
  'CREATE INDEX IF NOT EXISTS bench_author ON articles (author)',
];

/** The project in its file, with what the floor is started with. */
export function sqliteEngine(folder) {
  const file = join(folder, 'databases', 'bench.db');
  const database = new DatabaseSync(file);
  for (const text of [...INDEXES, 'ANALYZE']) database.exec(text);
  database.close();
  return { name: 'SQLite', data: folder, floor: ['sqlite', file], stop: async () => {} };
}

/** A copy of the project on a PostgreSQL server of its own; null where there is none on this machine. */
export async function postgresEngine(folder) {
  const server = await privateServer('postgres');
  if (!server) return null;
  const { db_host: host, db_port: port, db_user: user, db_password: password } = server.address;
  const data = join(folder, 'postgres');
  rmSync(data, { recursive: true, force: true });
  execFileSync('cp', ['-r', join(folder, 'config'), join(folder, 'databases'), '-t', ensure(data)]);
  const flags = { from: 'bench', to: 'copy', 'db-type': 'postgres', 'db-host': host, 'db-port': port, 'db-user': user };
  const given = Object.entries({ ...flags, 'db-password': password, 'db-name': 'bench' });
  execFileSync(
    process.execPath,
    ['dist/main.js', 'copy', '--data', data, ...given.flatMap(([k, v]) => [`--${k}`, v])],
    { cwd: root },
  );
  const url = `postgres://${user}:${password}@${host}:${port}/bench`;
  const sql = postgres(url, { onnotice: () => {} });
  for (const text of [...INDEXES, 'VACUUM ANALYZE']) await sql.unsafe(text);
  await sql.end();
  return { name: 'PostgreSQL', project: 'copy', data, floor: ['postgres', url], stop: () => server.stop() };
}

function ensure(folder) {
  execFileSync('mkdir', ['-p', folder]);
  return folder;
}

/** A server of its own; null where this machine has no programs for it. `name` is a file of the tests' engines. */
export async function privateServer(name) {
  const [{ start }] = await sourceModules(`test/support/engines/${name}.ts`);
  const server = await start();
  return server.address ? server : null;
}
