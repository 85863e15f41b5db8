import { CHUNK_BYTES } from '../../row-chunk.ts';
import { NARROWED } from '../wide-integers.ts';

/** The maximum number of bytes of a file that a read process maps into its memory. */
const MAPPED = 2 ** 30;

/**
 * The program of a read process, as text, so that compiled and uncompiled sources start it in the same way. It answers
 * each request with the next rows of the current statement and the milliseconds that they took, and runs at the given
 * priority where the system allows it. It keeps a few files open for a moment, because the next statement is often
 * about the same one. If the server was started from a terminal, signals that end the server reach its children too;
 * the process ignores them and ends with the server.
 */
export const PROGRAM = `
  const { DatabaseSync } = require(process.argv[1]);
  const { statSync } = require('node:fs');
  const { pathToFileURL } = require('node:url');
  const [FILES, STATEMENTS, REST_MS] = [4, 50, 500];
  try { require('node:os').setPriority(Number(process.argv[2])); } catch {}
  const files = new Map();
  const narrowed = ${NARROWED};
  let rows, resting;
  const inodeOf = (file) => statSync(file, { throwIfNoEntry: false })?.ino;
  const close = (file) => {
    const { database } = files.get(file) ?? {};
    files.delete(file);
    // Statements that have not been collected keep the memory of a connection, even a closed one.
    try { database?.exec('PRAGMA mmap_size = 0; PRAGMA shrink_memory'); } catch {}
    database?.close();
  };
  const open = (file) => {
    const inode = inodeOf(file);
    const known = files.get(file);
    if (known?.inode === inode && known) return files.delete(file), files.set(file, known), known;
    if (known) close(file);
    if (files.size >= FILES) close(files.keys().next().value);
    const database = new DatabaseSync(\`\${pathToFileURL(file)}?mode=\${process.argv[3]}\`);
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA busy_timeout = 1000; PRAGMA cache_size = -16000');
    // What a process writes through its memory would count as its own.
    if (process.argv[3] === 'ro') database.exec('PRAGMA mmap_size = ${MAPPED}');
    const opened = { inode, database, statements: new Map() };
    files.set(file, opened);
    return opened;
  };
  const prepare = ({ database, statements }, text) => {
    const known = statements.get(text);
    if (known) return known;
    if (statements.size >= STATEMENTS) statements.clear();
    const statement = database.prepare(text);
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    statements.set(text, statement);
    return statement;
  };
  const end = () => {
    rows?.return?.();
    rows = undefined;
    resting = setTimeout(() => { for (const file of [...files.keys()]) close(file); }, REST_MS).unref();
  };
  const begin = ({ file, text, parameters }) => {
    if (rows) end();
    clearTimeout(resting);
    rows = prepare(open(file), text).iterate(...parameters);
  };
  const next = (size) => {
    const began = performance.now();
    const chunk = [];
    const answer = (done) => ({ rows: chunk, done, ms: performance.now() - began });
    for (let bytes = 0; chunk.length < size && bytes < ${CHUNK_BYTES};) {
      const { done, value } = rows.next();
      if (done) { end(); return answer(true); }
      chunk.push(narrowed(value));
      for (const each of value) bytes += each?.length ?? 0;
    }
    return answer(false);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
  process.on('disconnect', () => process.exit());
  process.on('message', (asked) => {
    try {
      if (asked.text !== undefined) begin(asked);
      if (asked.size === 0) end();
      process.send(asked.size === 0 ? { rows: [], done: true, ms: 0 } : next(asked.size));
    } catch (error) {
      if (asked.file) close(asked.file);
      rows = undefined;
      process.send({ failure: String(error.message) });
    }
  });
`;
