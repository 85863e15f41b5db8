// The floor: the smallest bare HTTP program that returns the same bytes as the server, from the same statements through
// the same driver, with the same settings.
// Usage: node bench/floor.mjs sqlite FILE, or postgres URL, or mysql URL; it prints its port.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';

const [engine, address] = process.argv.slice(2);
const isSqlite = engine === 'sqlite';
const isPostgres = engine === 'postgres';
const { all, close } = await { sqlite, postgres: postgresql, mysql }[engine](address);

async function sqlite(file) {
  const { DatabaseSync } = await import('@photostructure/sqlite');
  const database = new DatabaseSync(file);
  database.exec('PRAGMA cache_size = -8000; PRAGMA temp_store = MEMORY; PRAGMA mmap_size = 268435456');
  const prepared = new Map();
  return {
    all(text, values) {
      if (!prepared.has(text)) prepared.set(text, database.prepare(text));
      return prepared.get(text).all(...values);
    },
    // The driver closes a database that nothing refers to.
    close: () => database.close(),
  };
}

async function postgresql(url) {
  const { default: postgres } = await import('postgres');
  const parsed = (from, parse) => ({ to: from, from: [from], serialize: String, parse });
  const types = { count: parsed(20, Number), moment: parsed(1114, (text) => text.slice(0, 19)) };
  const open = () => postgres(url, { max: 1, types, fetch_types: false, connection: { TimeZone: 'UTC' } });
  // The driver's own pool slows down with every statement; the server does not use it, either.
  const sessions = Array.from({ length: 10 }, open);
  const [idle, waiting] = [[...sessions], []];
  const take = () => idle.pop() ?? new Promise((done) => waiting.push(done));
  const put = (sql) => (waiting.length > 0 ? waiting.shift()(sql) : idle.push(sql));
  const all = async (text, values) => {
    const sql = await take();
    try {
      return await sql.unsafe(text, values, { prepare: true });
    } finally {
      put(sql);
    }
  };
  return { all, close: () => Promise.all(sessions.map((sql) => sql.end())) };
}

async function mysql(uri) {
  const { createPool } = await import('mysql2/promise');
  const pool = createPool({ uri, dateStrings: true, decimalNumbers: true, timezone: 'Z', trace: false });
  return { all: async (text, values) => (await pool.execute(text, values.map(String)))[0], close: () => pool.end() };
}

/** The placeholders of a statement's parameters in the engine's syntax; integers are `?::bigint`. */
function marks(text) {
  let position = 0;
  return isPostgres ? text.replace(/\?/g, () => `$${++position}`) : text.replaceAll('?::bigint', '?');
}

const AMONG = {
  sqlite: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  postgres: (column) => `${column} = ANY(?::bigint[])`,
  mysql: (column) => `${column} IN (SELECT k FROM JSON_TABLE(?, '$[*]' COLUMNS (k BIGINT PATH '$')) keys_of)`,
};
const among = AMONG[engine];
const keyList = (rows, name) => {
  const keys = [...new Set(rows.map((row) => row[name]).filter((key) => key !== null))];
  return isPostgres ? `{${keys.join(',')}}` : JSON.stringify(keys);
};
const LIKE = {
  sqlite: (column) => `${column} LIKE ? ESCAPE '!'`,
  postgres: (column) => `lower(${column}::text COLLATE "C") LIKE lower(?::text COLLATE "C") ESCAPE '!'`,
  mysql: (column) => `CONVERT(${column} USING utf8mb4) COLLATE utf8mb4_general_ci LIKE ? ESCAPE '!'`,
};
const like = LIKE[engine];
/** MariaDB sorts nulls last in descending order, and has no syntax for it; nothing here is null. */
const descending = (column) => `${column} DESC${engine === 'mysql' ? '' : ' NULLS LAST'}`;

const ALL = 'id, status, title, body, views, featured, published_on, keywords, author';
const visible = (status) =>
  `((${status} IN ('published') OR ${status} IN ('draft')) AND ${status} IN ('published', 'draft'))`;
/** Without the plus sign, SQLite would look up most rows through the index of the status. */
const VISIBLE = visible(isSqlite ? '+status' : 'status');
const SEARCHED = ['id', 'status', 'title', 'body', 'views', 'published_on', 'keywords'];
const FOUND = `(${SEARCHED.map(like).join(' OR ')} OR EXISTS (SELECT 1 FROM articles_tags t1 WHERE t1.article = articles.id AND ${like('t1.id')}))`;
const SQL = {
  one: `SELECT ${ALL} FROM articles WHERE id = ?::bigint AND ${VISIBLE}`,
  list: `SELECT ${ALL} FROM articles WHERE ${VISIBLE} ORDER BY id LIMIT 25 OFFSET ?::bigint`,
  long: `SELECT ${ALL} FROM articles WHERE ${VISIBLE} ORDER BY id LIMIT 200 OFFSET ?::bigint`,
  after: `SELECT ${ALL} FROM articles WHERE ${VISIBLE} AND id > ?::bigint ORDER BY id LIMIT 25`,
  among: `SELECT id, title, views FROM articles WHERE ${VISIBLE} AND (id >= ?::bigint AND id <= ?::bigint) ORDER BY ${descending('views')}, id LIMIT 25 OFFSET ?::bigint`,
  filtered: `SELECT id, title, views FROM articles WHERE ${VISIBLE} AND author = ?::bigint ORDER BY ${descending('views')}, id LIMIT 25 OFFSET ?::bigint`,
  newest: `SELECT id, title, published_on FROM articles WHERE ${VISIBLE} AND ${isSqlite ? '+' : ''}status = 'published' ORDER BY published_on DESC, id DESC LIMIT 25 OFFSET ?::bigint`,
  few: `SELECT ${ALL} FROM articles WHERE ${VISIBLE} AND views < ?::bigint ORDER BY id LIMIT 25 OFFSET ?::bigint`,
  search: `SELECT id, title FROM articles WHERE ${VISIBLE} AND ${FOUND} ORDER BY id LIMIT 25 OFFSET ?::bigint`,
  count: `SELECT COUNT(*) AS count FROM articles WHERE ${visible('status')}`,
  countFew: `SELECT COUNT(*) AS count FROM articles WHERE ${VISIBLE} AND views < ?::bigint`,
  authors: `SELECT id, name, city FROM authors WHERE ${among('id')} ORDER BY id`,
  links: `SELECT article, tag FROM articles_tags WHERE ${among('article')} ORDER BY id`,
  tags: `SELECT id, name FROM tags WHERE ${among('id')} ORDER BY id`,
};
for (const name of Object.keys(SQL)) SQL[name] = marks(SQL[name]);

const article = (row) => {
  row.featured = row.featured === 1;
  row.keywords = row.keywords === null || row.keywords === '' ? [] : row.keywords.split(',');
  return row;
};
const byId = (rows) => new Map(rows.map((row) => [row.id, row]));

async function nested() {
  const rows = await all(SQL.list, [0]);
  const [writers, links] = await Promise.all([
    all(SQL.authors, [keyList(rows, 'author')]),
    all(SQL.links, [keyList(rows, 'id')]),
  ]);
  const authors = byId(writers);
  const tags = byId(await all(SQL.tags, [keyList(links, 'tag')]));
  const linksOf = new Map(rows.map(({ id }) => [id, []]));
  for (const { article: id, tag } of links) linksOf.get(id).push({ tag: tags.get(tag) ?? null });
  const data = rows.map((row) => {
    const shown = article(row);
    shown.author = authors.get(row.author) ?? null;
    shown.tags = linksOf.get(row.id);
    return shown;
  });
  return { data };
}

const data = async (text, values) => ({ data: await all(text, values) });
const articles = async (text, values) => ({ data: (await all(text, values)).map(article) });
const counted = async (name, count, rows) => ({ meta: { [name]: (await count)[0].count }, ...(await rows) });

const routes = {
  one: async (id) => ({ data: article((await all(SQL.one, [id]))[0]) }),
  list: () => articles(SQL.list, [0]),
  long: () => articles(SQL.long, [0]),
  offset: (offset) => articles(SQL.list, [offset]),
  after: (id) => articles(SQL.after, [id]),
  filtered: (author) => data(SQL.filtered, [author, 0]),
  among: (id) => data(SQL.among, [id, id + 400, 0]),
  newest: () => data(SQL.newest, [0]),
  search: (_, text) => data(SQL.search, [...Array(SEARCHED.length + 1).fill(`%${text}%`), 0]),
  total: () => counted('total_count', all(SQL.count, []), articles(SQL.list, [0])),
  few: (views) => counted('filter_count', all(SQL.countFew, [views]), articles(SQL.few, [views, 0])),
  nested,
};

/** Like any static file server: stat, then stream. */
async function sendFile(path, response) {
  const { size, mtime } = await stat(path);
  response.writeHead(200, {
    'Content-Type': 'image/jpeg',
    'Content-Length': size,
    'Last-Modified': mtime.toUTCString(),
    ETag: `"${size}-${mtime.getTime()}"`,
  });
  createReadStream(path).pipe(response);
}

const server = createServer(async (request, response) => {
  const [, route, value = ''] = request.url.split('/');
  if (route === 'file') return void sendFile(decodeURIComponent(value), response);
  const body = JSON.stringify(await routes[route](Number(value), decodeURIComponent(value)));
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.keepAliveTimeout = 72_000;
server.on('close', close);
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
