// The rows that a floor for writes writes, whatever its engine.
export const COLUMNS = ['status', 'title', 'body', 'views', 'rating', 'featured', 'published_on', 'keywords', 'author'];
const ACTIVITY = ['action', 'action_by', 'action_on', 'ip', 'user_agent', 'collection', 'item', 'comment'];
const REVISION = [
  'activity',
  'collection',
  'item',
  'data',
  'delta',
  'parent_collection',
  'parent_item',
  'parent_changed',
];

const insert = (table, columns, returning = '') =>
  `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})${returning}`;

/** The statements, with `?` for their parameters; `returning` makes the engine return a key. */
export const statements = (returning = '') => ({
  insert: insert('articles', COLUMNS, returning),
  update: 'UPDATE articles SET title = ?, views = ? WHERE id = ?',
  one: `SELECT id, ${COLUMNS.join(', ')} FROM articles WHERE id = ?`,
  activity: insert('directus_activity', ACTIVITY, returning),
  revision: insert('directus_revisions', REVISION),
});

const stored = (value) => (Array.isArray(value) ? value.join(',') : typeof value === 'boolean' ? Number(value) : value);
export const articleValues = (item) => COLUMNS.map((name) => stored(item[name] ?? null));

export function activityValues(action, key) {
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ');
  return [action, 1, now, 'localhost', 'bench', 'articles', String(key), null];
}

export const revisionValues = (activity, key, item, delta) => [
  activity,
  'articles',
  String(key),
  JSON.stringify(item),
  JSON.stringify(delta),
  null,
  null,
  null,
];

/** A row as it is returned. */
export function shown(row) {
  row.featured = row.featured === 1;
  row.keywords = row.keywords ? row.keywords.split(',') : [];
  return row;
}
