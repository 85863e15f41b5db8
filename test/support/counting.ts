import type { Connection, Database, Session, Statement } from '../../src/dialects/dialect.ts';

/** The statements that a database received while `work` ran. */
export async function statementsOf(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const restore = (['all', 'run'] as const).map((method) => listen(database, method, texts));
  restore.push(...(['transaction', 'schemaTransaction'] as const).map((way) => listenWithin(database, way, texts)));
  restore.push(listenLocked(database, texts));
  try {
    await work();
  } finally {
    for (const each of restore) each();
  }
  return texts;
}

function listen(database: Database, method: 'all' | 'run', texts: string[]): () => void {
  const run = database[method].bind(database) as (statement: Statement) => Promise<never>;
  const counting = (statement: Statement): Promise<never> => {
    texts.push(statement.text);
    return run(statement);
  };
  Object.defineProperty(database, method, { value: counting, configurable: true });
  return () => Reflect.deleteProperty(database, method);
}

/** Records the statements within transactions. */
function listenWithin(database: Database, way: 'transaction' | 'schemaTransaction', texts: string[]): () => void {
  const run = database[way]?.bind(database);
  if (!run) return () => {};
  const counting = <T>(work: (connection: Connection) => Promise<T>): Promise<T> =>
    run((connection) => work(heard(connection, texts)));
  Object.defineProperty(database, way, { value: counting, configurable: true });
  return () => Reflect.deleteProperty(database, way);
}

function heard(connection: Connection, texts: string[]): Connection {
  const note = (statement: Statement): Statement => {
    texts.push(statement.text);
    return statement;
  };
  return {
    all: (statement) => connection.all(note(statement)),
    run: (statement) => connection.run(note(statement)),
  };
}

/** Records the statements of holders of the schema lock, where there is one. */
function listenLocked(database: Database, texts: string[]): () => void {
  const run = database.withSchemaLock?.bind(database);
  if (!run) return () => {};
  const counting = <T>(timeoutS: number, work: (session: Session) => Promise<T>): Promise<T> =>
    run(timeoutS, (session) =>
      work({
        ...heard(session, texts),
        transaction: (within) => session.transaction((connection) => within(heard(connection, texts))),
      }),
    );
  Object.defineProperty(database, 'withSchemaLock', { value: counting, configurable: true });
  return () => Reflect.deleteProperty(database, 'withSchemaLock');
}

const DDL =
  /^(?:INSERT INTO .octavo_kept_|CREATE|ALTER|DROP|RENAME|COMMENT|DO |SELECT setval|INSERT INTO "rebuilt |UPDATE sqlite_sequence)/;

/** The statements that changed table definitions while `work` ran. */
export async function ddlOf(database: Database, work: () => Promise<unknown>): Promise<string[]> {
  return (await statementsOf(database, work)).filter((text) => DDL.test(text));
}
