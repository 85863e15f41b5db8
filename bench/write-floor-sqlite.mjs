import { DatabaseSync } from '@photostructure/sqlite';
import { activityValues, articleValues, revisionValues, shown, statements } from './write-rows.mjs';

/** A floor on a database file, which syncs each commit to disk. */
export function open(file) {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
  const sql = Object.fromEntries(Object.entries(statements()).map(([name, text]) => [name, database.prepare(text)]));

  function record(action, key, delta) {
    const { lastInsertRowid } = sql.activity.run(...activityValues(action, key));
    const item = shown(sql.one.get(key));
    sql.revision.run(...revisionValues(lastInsertRowid, key, item, delta));
    return item;
  }
  const writes = {
    POST: (item) => record('create', Number(sql.insert.run(...articleValues(item)).lastInsertRowid), item),
    PATCH(item, key) {
      sql.update.run(item.title, item.views, key);
      return record('update', key, item);
    },
  };
  return {
    written(method, item, key) {
      database.exec('BEGIN IMMEDIATE');
      const answer = writes[method](item, key);
      database.exec('COMMIT');
      return answer;
    },
    // The driver closes a database that nothing refers to.
    close: () => database.close(),
  };
}
