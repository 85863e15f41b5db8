import { MAX_BYTES } from '../../result-size.ts';
import { NARROWED } from '../wide-integers.ts';

/** How many statements the process keeps prepared. */
const STATEMENTS = 100;

/**
 * The program of a write process, as text; see that of read processes. It runs the statements that it reads from its
 * standard input on one file, in order, and ends with the server: what it has not committed is rolled back. Its commits
 * are on disk when it replies. Requests and replies have their length in bytes before them.
 */
export const PROGRAM = `
  const { DatabaseSync } = require(process.argv[1]);
  const { readSync, writeSync } = require('node:fs');
  const { pathToFileURL } = require('node:url');
  const { deserialize, serialize } = require('node:v8');
  try { require('node:os').setPriority(Number(process.argv[3])); } catch {}
  const database = new DatabaseSync(\`\${pathToFileURL(process.argv[2])}?mode=rw\`);
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = 1000;'
    + 'PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF;'
    + 'PRAGMA legacy_alter_table = ON');
  const statements = new Map();
  const prepare = (text) => {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size >= ${STATEMENTS}) statements.clear();
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    statements.set(text, statement);
    return statement;
  };
  const narrowed = ${NARROWED};
  const read = (statement, parameters) => {
    const rows = [];
    statement.setReadBigInts(true);
    let bytes = 0;
    for (const each of statement.iterate(...parameters)) {
      const row = narrowed(each);
      for (const value of row) bytes += value?.length ?? 8;
      if (bytes > ${MAX_BYTES} && rows.length > 0) return { isTooLarge: true };
      rows.push(row);
    }
    return { rows };
  };
  const answered = ({ text, parameters, isRead }) => {
    const statement = prepare(text);
    if (isRead) return read(statement, parameters);
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { changes, lastInsertRowid };
  };
  const received = (length) => {
    const bytes = Buffer.allocUnsafe(length);
    for (let have = 0; have < length;) {
      const more = readSync(0, bytes, have, length - have);
      if (more === 0) process.exit();
      have += more;
    }
    return bytes;
  };
  const send = (reply) => {
    const content = serialize(reply);
    const head = Buffer.alloc(4);
    head.writeUInt32LE(content.length);
    const bytes = Buffer.concat([head, content]);
    for (let sent = 0; sent < bytes.length;) sent += writeSync(1, bytes, sent);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  for (;;) {
    const asked = deserialize(received(received(4).readUInt32LE()));
    try {
      send(answered(asked));
    } catch ({ message, errcode }) {
      send({ failure: { message, errcode } });
    }
  }
`;
