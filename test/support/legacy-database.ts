import mysql, { type Connection } from 'mysql2/promise';
import { hashPassword } from '../../src/auth/passwords.ts';
import { legacyTables } from './legacy-tables.ts';

/** The user who can sign in to the database that {@link makeLegacyDatabase} makes. */
export const LEGACY = { email: 'ada@example.com', password: 'old-password', token: 'old-static-token' };

/** The content of the only file in the database. */
export const LEGACY_FILE = 'What the old server kept';

type Address = Readonly<Record<string, unknown>>;

/** A connection to the server of an address, or to one of its databases. */
export function connectTo(address: Address, database?: string): Promise<Connection> {
  const { db_host: host, db_port: port, db_user: user, db_password: password } = address;
  const options = { host, port, user, password, database, dateStrings: true } as object;
  return mysql.createConnection(options);
}

const USER_TABLES = [
  `CREATE TABLE countries (code varchar(3) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL, name varchar(50),
    PRIMARY KEY (code)) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`,
  `CREATE TABLE books (id int(10) unsigned NOT NULL AUTO_INCREMENT, status varchar(20) DEFAULT 'draft',
    title varchar(100) NOT NULL, isbn varchar(20), price decimal(6,2), featured tinyint(1) unsigned DEFAULT 0,
    country varchar(3), PRIMARY KEY (id), UNIQUE KEY isbn (isbn)
  ) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci`,
];

const ROWS = [
  `INSERT INTO countries VALUES ('de', 'Germany'), ('fr', 'France')`,
  `INSERT INTO books (id, status, title, isbn, price, featured, country) VALUES (1, 'published', 'Éclair', 'A-1', 7.50, 1, 'fr'),
    (2, 'published', 'ahead', 'A-2', NULL, 0, 'de'), (3, 'draft', 'Fog', NULL, 3.25, 0, NULL), (9, 'published', 'dust', 'A-9', 1, 0, 'de')`,
  `INSERT INTO directus_roles (id, name) VALUES (1, 'Administrator'), (2, 'Public'), (3, 'Reader')`,
  `INSERT INTO directus_permissions (collection, role, \`read\`) VALUES ('books', 3, 'full')`,
  `INSERT INTO directus_collections (collection) VALUES ('books'), ('countries')`,
  `INSERT INTO directus_fields (collection, field, type, interface) VALUES ('books', 'id', 'integer', 'primary-key'),
    ('books', 'status', 'status', 'status'), ('books', 'title', 'string', 'text-input'), ('books', 'price', 'decimal', 'numeric'),
    ('books', 'featured', 'boolean', 'switch'), ('books', 'country', 'm2o', 'many-to-one'),
    ('directus_revisions', 'data', 'json', 'json'), ('directus_revisions', 'delta', 'json', 'json'),
    ('countries', 'code', 'string', 'primary-key'), ('countries', 'books', 'o2m', 'one-to-many'),
    ('directus_files', 'data', 'alias', 'file')`,
  `INSERT INTO directus_relations (collection_many, field_many, collection_one, field_one) VALUES ('books', 'country', 'countries', 'books')`,
  `INSERT INTO directus_settings (\`key\`, value) VALUES ('project_name', 'Library'), ('default_limit', '200')`,
  `INSERT INTO directus_activity (id, action, action_by, action_on, ip, user_agent, collection, item)
    VALUES (41, 'create', 1, '2019-02-03 04:05:06', 'localhost', 'node', 'books', '1')`,
  `INSERT INTO directus_revisions (activity, collection, item, data, delta)
    VALUES (41, 'books', '1', '{"id":1,"title":"Eclair"}', '{"title":"Eclair"}')`,
  `INSERT INTO directus_files (id, storage, private_hash, filename_disk, filename_download, title, type, uploaded_by, uploaded_on, charset, filesize, checksum)
    VALUES (1, 'local', 'abcdefghijklmnop', 'old-file.txt', 'old.txt', 'Old', 'text/plain', 1, '2019-02-03 04:05:06', 'us-ascii', ${LEGACY_FILE.length}, LEFT(SHA2('${LEGACY_FILE}', 256), 32))`,
  `INSERT INTO directus_migrations (version, migration_name) VALUES (20180220023138, 'CreateActivityTable'), (20200303111750, 'AddAuthTtlField')`,
];

/** Makes a database as Directus 8.8.1 leaves it: a few books, an administrator and a reader. */
export async function makeLegacyDatabase(address: Address, name: string): Promise<void> {
  const connection = await connectTo(address);
  try {
    await connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8 COLLATE utf8_general_ci`);
    await connection.query(`USE ${name}`);
    for (const statement of [...legacyTables, ...USER_TABLES, ...ROWS]) await connection.query(statement);
    const users = `INSERT INTO directus_users (status, role, first_name, email, password, token)
      VALUES ('active', ?, ?, ?, ?, ?)`;
    const hash = await hashPassword('legacy', LEGACY.password);
    await connection.query(users, [1, 'Ada', LEGACY.email, hash, LEGACY.token]);
    await connection.query(users, [3, 'Rob', 'rob@example.com', hash, null]);
  } finally {
    connection.destroy();
  }
}

/** The definitions and rows of a database by table, except what Octavo adds for itself. */
export async function contentsOf(address: Address, name: string): Promise<Record<string, unknown>> {
  const connection = await connectTo(address, name);
  const contents: Record<string, unknown> = {};
  try {
    const [tables] = await connection.query({ sql: 'SHOW TABLES', rowsAsArray: true });
    for (const [table] of tables as unknown as [string][]) {
      if (table.startsWith('octavo_')) continue;
      const [definition] = await connection.query(`SHOW CREATE TABLE \`${table}\``);
      const [rows] = await connection.query(`SELECT * FROM \`${table}\``);
      contents[table] = { definition, rows };
    }
    return contents;
  } finally {
    connection.destroy();
  }
}
