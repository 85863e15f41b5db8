import postgres from 'postgres';
import { activityValues, articleValues, revisionValues, shown, statements } from './write-rows.mjs';

const numbered = (text) => {
  let position = 0;
  return text.replace(/\?/g, () => `$${++position}`);
};

/** A floor on a PostgreSQL database. */
export function open(url) {
  const parsed = (from, parse) => ({ to: from, from: [from], serialize: String, parse });
  const types = {
    whole: parsed(20, Number),
    moment: parsed(1114, (text) => text.slice(0, 19)),
    decimal: parsed(1700, Number),
  };
  const sql = postgres(url, { types, fetch_types: false, connection: { TimeZone: 'UTC' } });
  const texts = Object.fromEntries(
    Object.entries(statements(' RETURNING id')).map(([name, text]) => [name, numbered(text)]),
  );
  const run = async (tx, name, values) => (await tx.unsafe(texts[name], values, { prepare: true }))[0];

  async function record(tx, action, key, delta) {
    const { id } = await run(tx, 'activity', activityValues(action, key));
    const item = shown(await run(tx, 'one', [key]));
    await run(tx, 'revision', revisionValues(id, key, item, delta));
    return item;
  }
  const writes = {
    POST: async (tx, item) => record(tx, 'create', (await run(tx, 'insert', articleValues(item))).id, item),
    async PATCH(tx, item, key) {
      await run(tx, 'update', [item.title, item.views, key]);
      return record(tx, 'update', key, item);
    },
  };
  return { written: (method, item, key) => sql.begin((tx) => writes[method](tx, item, key)), close: () => sql.end() };
}
