import type { Row } from '../../query/shape/row.ts';
import type { DatabaseAddress, Snapshot, Statement } from '../dialect.ts';
import { LoneConnection } from './lone-connection.ts';
import { sessionStatement } from './session.ts';
import { estimatedRows } from './size.ts';

/** A long read must not be cancelled. Each statement is for one of the two servers. */
const UNBOUNDED = {
  mariadb: 'SET max_statement_time = 0',
  mysql: 'SET max_execution_time = 0, information_schema_stats_expiry = 0',
};

/** A session that sees one state of the database until it is closed. */
class MysqlSnapshot implements Snapshot {
  readonly #connection: LoneConnection;

  constructor(connection: LoneConnection) {
    this.#connection = connection;
  }

  async begin(): Promise<void> {
    const connection = this.#connection;
    const isMariaDb = await connection.isMariaDb();
    await connection.run(sessionStatement({ isMariaDb, statementS: 0 }, 'any'));
    await connection.run(isMariaDb ? UNBOUNDED.mariadb : UNBOUNDED.mysql);
    await connection.run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.run('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#connection.all(statement);
  }

  batches(statement: Statement, size: number): AsyncIterable<Row[]> {
    return this.#connection.batches(statement, size);
  }

  async rowsOf(table: string): Promise<number> {
    return (await estimatedRows(this, table)) ?? Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#connection.close();
  }
}

/** Opens an existing database read-only. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const snapshot = new MysqlSnapshot(await LoneConnection.open(address, address.name));
  try {
    await snapshot.begin();
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
