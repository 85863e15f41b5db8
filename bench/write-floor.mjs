// The floor of writes: a bare HTTP program that writes the same rows as the server, the item, its activity and its
// revision, in one transaction that is synchronised to disk. Usage: node bench/write-floor.mjs DATABASE_FILE
import { createServer } from 'node:http';
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2]);
database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
const COLUMNS = ['status', 'title', 'body', 'views', 'rating', 'featured', 'published_on', 'keywords', 'author'];
const insert = database.prepare(
  `INSERT INTO articles (${COLUMNS.join(', ')}) VALUES (${COLUMNS.map(() => '?').join(', ')})`,
);
const update = database.prepare('UPDATE articles SET title = ?, views = ? WHERE id = ?');
const one = database.prepare(`SELECT id, ${COLUMNS.join(', ')} FROM articles WHERE id = ?`);
const activity = database.prepare(
  'INSERT INTO directus_activity (action, action_by, action_on, ip, user_agent, collection, item, comment) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
);
const revision = database.prepare(
  'INSERT INTO directus_revisions (activity, collection, item, data, delta, parent_collection, parent_item, parent_changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
);

const stored = (value) => (Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? Number(value) : value);

function shown(key) {
  const row = one.get(key);
  row.featured = row.featured === 1;
  row.keywords = row.keywords ? row.keywords.split(',') : [];
  return row;
}

function record(action, key, delta) {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  const { lastInsertRowid } = activity.run(action, 1, now, 'localhost', 'bench', 'articles', String(key), null);
  const item = shown(key);
  revision.run(lastInsertRowid, 'articles', String(key), JSON.stringify(item), JSON.stringify(delta), null, null, null);
  return item;
}

const writes = {
  POST(item) {
    const { lastInsertRowid } = insert.run(...COLUMNS.map((name) => stored(item[name] ?? null)));
    return record('create', Number(lastInsertRowid), item);
  },
  PATCH(item, key) {
    update.run(item.title, item.views, key);
    return record('update', key, item);
  },
};

function written(request, body) {
  database.exec('BEGIN IMMEDIATE');
  const item = writes[request.method](JSON.parse(body), Number(request.url.split('/')[2]));
  database.exec('COMMIT');
  return JSON.stringify({ data: item });
}

const server = createServer((request, response) => {
  let sent = '';
  request.on('data', (chunk) => {
    sent += chunk;
  });
  request.on('end', () => {
    const body = written(request, sent);
    response.writeHead(200, {
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  });
});
server.keepAliveTimeout = 72_000;
// The driver closes a database that nothing refers to.
server.on('close', () => database.close());
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
