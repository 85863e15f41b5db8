import type { Row } from '../../query/shape/row.ts';
import type { DatabaseAddress, Snapshot, Statement } from '../dialect.ts';
import { withAuthority } from '../tls.ts';
import { Sessions } from './session.ts';
import { estimatedRows } from './size.ts';

/** A long read must not be cancelled, nor the session closed while rows are being processed. */
const BEGIN = `SET idle_in_transaction_session_timeout = 0; BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY`;

/** A session that sees one state of the database until it is closed. */
class PostgresSnapshot implements Snapshot {
  readonly #session: Sessions;

  constructor(session: Sessions) {
    this.#session = session;
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#session.all(statement);
  }

  /** Whoever reads in batches wants all rows, so the engine must not leave out those that a policy hides. */
  async *batches(statement: Statement, size: number): AsyncIterable<Row[]> {
    await this.#session.script('SET LOCAL row_security = off');
    yield* this.#session.chunks(statement, size);
  }

  async rowsOf(table: string): Promise<number> {
    return (await estimatedRows(this, table)) ?? Number.POSITIVE_INFINITY;
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

/** Opens an existing database read-only. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const session = new Sessions(withAuthority(address), { count: 1, statementMs: 0 });
  try {
    await session.script(BEGIN);
    return new PostgresSnapshot(session);
  } catch (error) {
    await session.close();
    throw error;
  }
}
