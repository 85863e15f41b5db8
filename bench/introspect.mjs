// Measures how long reading the schema of 500 tables takes: on SQLite, and on PostgreSQL and MariaDB, which are private
// servers, or the ones that OCTAVO_TEST_POSTGRES and OCTAVO_TEST_MYSQL name.
// Usage: npm run bench -- introspect
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverOf } from './engines.mjs';
import { sourceModules } from './sources.mjs';

const [{ dialectOf }, { parseDeclaration }, { octavoIndex }] = await sourceModules(
  'src/dialects/registry.ts',
  'src/schema/column.ts',
  'src/schema/table-index.ts',
);

const TABLES = 500;
const ROUNDS = 7;
const BATCH = 25;

const column = (name, type, more = {}) => ({
  name,
  ...parseDeclaration(type),
  ...{ nullable: true, default: null, primaryKey: false, autoIncrement: false, unique: false, comment: '' },
  ...more,
});

/** A table of twelve columns, one of them unique, and two indexes. */
function table(number) {
  const name = `table_${String(number).padStart(3, '0')}`;
  const columns = [
    column('id', 'INT unsigned', { primaryKey: true, autoIncrement: true, nullable: false }),
    column('status', 'VARCHAR(20)', { default: 'draft' }),
    column('slug', 'VARCHAR(100)', { unique: true }),
    column('title', 'VARCHAR(200)'),
    column('body', 'TEXT'),
    column('price', 'DECIMAL(10,2)', { default: '0.00' }),
    column('author', 'INT unsigned'),
    column('parent', 'INT unsigned'),
    column('published', 'DATETIME'),
    column('day', 'DATE'),
    column('active', 'TINYINT', { default: '1' }),
    column('extra', 'JSON'),
  ];
  return { name, columns, uniqueTogether: [], indexes: [octavoIndex(name, ['author']), octavoIndex(name, ['parent'])] };
}

async function make(database, dialect, tables) {
  for (let at = 0; at < tables.length; at += BATCH) {
    await database.transaction(async (connection) => {
      const statements = tables.slice(at, at + BATCH).flatMap((made) => dialect.ddl.create(made));
      for (const text of statements) await connection.run({ text, parameters: [] });
    });
  }
}

async function drop(database, dialect) {
  for (const { name } of await dialect.introspect(database))
    for (const text of dialect.ddl.drop(name)) await database.run({ text, parameters: [] });
}

async function measure(database, dialect) {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const begun = performance.now();
    const found = await dialect.introspect(database);
    times.push(performance.now() - begun);
    if (found.length !== TABLES) throw new Error(`${found.length} tables instead of ${TABLES}`);
  }
  return { first: times[0], median: times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] };
}

/** The address of a database on an engine's server. */
function addressOf({ db_host: host, db_port: port, db_socket: socket, db_user: user, db_password: password }, file) {
  return { host, port, socket, user, password, name: `octavo_bench_${process.pid}`, file };
}

async function measureOn(engine, address) {
  const dialect = await dialectOf(engine);
  const database = await dialect.open(address);
  try {
    const tables = Array.from({ length: TABLES }, (_, number) => table(number));
    await make(database, dialect, tables);
    const { first, median } = await measure(database, dialect);
    console.log(`${engine}: ${TABLES} tables, first ${first.toFixed(0)} ms, median ${median.toFixed(0)} ms`);
  } finally {
    await drop(database, dialect);
    await database.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), 'octavo-bench-'));
for (const engine of ['sqlite', 'mysql', 'postgres']) {
  const server = await serverOf(engine);
  if (server) await measureOn(engine, addressOf(server.address, join(folder, 'bench.db')));
  else console.log(`${engine}: not at hand`);
  await server?.stop();
}
rmSync(folder, { recursive: true, force: true });
