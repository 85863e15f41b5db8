import type { Connection as DriverConnection } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import type { DatabaseAddress, Snapshot, Statement } from '../dialect.ts';
import { connect, isMariaDbServer } from './connect.ts';
import { sessionStatement } from './session.ts';
import { estimatedRows } from './size.ts';
import { streamChunks } from './stream-chunks.ts';
import { decodeRows, toParameter } from './values.ts';

/** A long read must not be cancelled. Each statement is for one of the two servers. */
const UNBOUNDED = {
  mariadb: 'SET max_statement_time = 0',
  mysql: 'SET max_execution_time = 0, information_schema_stats_expiry = 0',
};

/** A session that sees one state of the database until it is closed. */
class MysqlSnapshot implements Snapshot {
  readonly #connection: DriverConnection;

  constructor(connection: DriverConnection) {
    this.#connection = connection;
  }

  async begin(): Promise<void> {
    const connection = this.#connection.promise();
    const isMariaDb = await isMariaDbServer(connection);
    await connection.query(sessionStatement({ isMariaDb, statementS: 0 }, 'any'));
    await connection.query(isMariaDb ? UNBOUNDED.mariadb : UNBOUNDED.mysql);
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    await connection.query('START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY');
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    const [rows, fields] = await this.#connection.promise().execute(text, parameters.map(toParameter) as never[]);
    return decodeRows(rows as unknown as Row[], fields);
  }

  batches(statement: Statement, size: number): AsyncIterable<Row[]> {
    return streamChunks(this.#connection, statement, size);
  }

  async rowsOf(table: string): Promise<number> {
    return (await estimatedRows(this, table)) ?? Number.POSITIVE_INFINITY;
  }

  async close(): Promise<void> {
    this.#connection.destroy();
  }
}

/** Opens an existing database read-only. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const { connection } = await connect(address, address.name);
  const snapshot = new MysqlSnapshot((connection as unknown as { readonly connection: DriverConnection }).connection);
  try {
    await snapshot.begin();
    return snapshot;
  } catch (error) {
    await snapshot.close();
    throw error;
  }
}
