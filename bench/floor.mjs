// The floor: the smallest bare HTTP program that answers the same bytes as the server, from one prepared statement on
// the same file. Usage: node bench/floor.mjs DATABASE_FILE; it prints its port.
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2]);
const ALL = 'id, status, title, body, views, rating, featured, published_on, keywords, author';
const VISIBLE = "status IN ('published', 'draft')";
const one = database.prepare(`SELECT ${ALL} FROM articles WHERE id = ? AND ${VISIBLE} LIMIT 1`);
const list = database.prepare(`SELECT ${ALL} FROM articles WHERE ${VISIBLE} ORDER BY id LIMIT ? OFFSET 0`);
const filtered = database.prepare(
  `SELECT id, title, views FROM articles WHERE ${VISIBLE} AND author = ? ORDER BY views DESC NULLS LAST, id LIMIT 25 OFFSET 0`,
);

const among = database.prepare(
  `SELECT id, title, views FROM articles WHERE ${VISIBLE} AND id BETWEEN ? AND ? ORDER BY views DESC NULLS LAST, id LIMIT 25 OFFSET 0`,
);

const article = (row) => {
  row.featured = row.featured === 1;
  row.keywords = row.keywords === null || row.keywords === '' ? [] : row.keywords.split(',');
  return row;
};

const routes = {
  one: (value) => article(one.get(value)),
  list: (value) => list.all(value).map(article),
  filtered: (value) => filtered.all(value),
  among: (value) => among.all(value, value + 400),
};

/** As any static file server does: look, then stream. */
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

const server = createServer((request, response) => {
  const [, route, value] = request.url.split('/');
  if (route === 'file') return void sendFile(decodeURIComponent(value), response);
  const body = JSON.stringify({ data: routes[route](Number(value)) });
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  });
  response.end(body);
});
server.keepAliveTimeout = 72_000;
// The driver closes a database that nothing refers to.
server.on('close', () => database.close());
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
