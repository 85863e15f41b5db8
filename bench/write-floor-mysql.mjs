import mysql from 'mysql2/promise';
import { activityValues, articleValues, revisionValues, shown, statements } from './write-rows.mjs';

/** A floor on a MySQL or MariaDB database. */
export function open(uri) {
  const pool = mysql.createPool({ uri, dateStrings: true, decimalNumbers: true, timezone: 'Z', trace: false });
  const texts = statements();
  const run = async (connection, name, values) => (await connection.execute(texts[name], values))[0];

  async function record(connection, action, key, delta) {
    const { insertId } = await run(connection, 'activity', activityValues(action, key));
    const [row] = await run(connection, 'one', [key]);
    const item = shown(row);
    await run(connection, 'revision', revisionValues(insertId, key, item, delta));
    return item;
  }
  const writes = {
    POST: async (connection, item) =>
      record(connection, 'create', (await run(connection, 'insert', articleValues(item))).insertId, item),
    async PATCH(connection, item, key) {
      await run(connection, 'update', [item.title, item.views, key]);
      return record(connection, 'update', key, item);
    },
  };
  return {
    async written(method, item, key) {
      const connection = await pool.getConnection();
      await connection.beginTransaction();
      const answer = await writes[method](connection, item, key);
      await connection.commit();
      connection.release();
      return answer;
    },
    close: () => pool.end(),
  };
}
