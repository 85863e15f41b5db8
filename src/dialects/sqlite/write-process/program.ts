/**
 * The program of a write process, as text; see that of read processes. It runs the statements that it receives on one
 * file, in order, and ends with the server: what it has not committed is rolled back. Its commits are on disk when it
 * replies.
 */
export const PROGRAM = `
  const { DatabaseSync } = require(process.argv[1]);
  const { pathToFileURL } = require('node:url');
  try { require('node:os').setPriority(Number(process.argv[3])); } catch {}
  const database = new DatabaseSync(\`\${pathToFileURL(process.argv[2])}?mode=rw\`);
  database.exec('PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; PRAGMA busy_timeout = 1000;'
    + 'PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY; PRAGMA trusted_schema = OFF');
  const answered = ({ text, parameters, isRead }) => {
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    if (isRead) return { rows: statement.all(...parameters) };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { changes, lastInsertRowid };
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (asked) => {
    try {
      process.send(answered(asked));
    } catch ({ message, errcode }) {
      process.send({ failure: { message, errcode } });
    }
  });
`;
