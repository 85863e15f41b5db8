/** The most bytes of a file that a read process maps into its memory. */
const MAPPED = 2 ** 30;

/**
 * The program of a read process, as text, so that compiled and uncompiled sources start it the same way. It replies to
 * each request with the next rows of the current statement, and runs at low priority where the system allows it.
 */
export const PROGRAM = `
  const { DatabaseSync } = require(process.argv[1]);
  try { require('node:os').setPriority(5); } catch {}
  let database, statement, rows;
  const end = () => {
    rows = statement = undefined;
    // A statement that has not been collected keeps its connection, even a closed one.
    try { database?.exec('PRAGMA mmap_size = 0; PRAGMA shrink_memory'); } catch {}
    database?.close();
    database = undefined;
  };
  const begin = ({ file, text, parameters }) => {
    end();
    database = new DatabaseSync(file, { readOnly: true });
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 1000; PRAGMA cache_size = -32000');
    database.exec('PRAGMA mmap_size = ${MAPPED}');
    statement = database.prepare(text);
    statement.setReturnArrays(true);
    rows = statement.iterate(...parameters);
  };
  const next = (size) => {
    const chunk = [];
    while (chunk.length < size) {
      const { done, value } = rows.next();
      if (done) { end(); return { rows: chunk, done: true }; }
      chunk.push(value);
    }
    return { rows: chunk, done: false };
  };
  process.on('disconnect', () => process.exit());
  process.on('message', (asked) => {
    try {
      if (asked.text !== undefined) begin(asked);
      if (asked.size === 0) end();
      process.send(asked.size === 0 ? { rows: [], done: true } : next(asked.size));
    } catch (error) {
      end();
      process.send({ failure: String(error.message) });
    }
  });
`;
