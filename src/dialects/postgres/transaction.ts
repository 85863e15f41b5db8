import type { Row } from '../../query/shape/decoder.ts';
import type { Connection, Statement, WriteLock, WriteResult } from '../dialect.ts';
import { changesTables, concernsOthers } from './listener.ts';
import { literal } from './quoting.ts';
import type { Sessions } from './session.ts';

/** Advisory locks of writers, scoped to the database and shared by all processes: one for the database, one per row. */
const LOCK = 0x0c7a_0001;
const ROW_LOCKS = 0x0c7a_0002;

/**
 * A transaction in a dedicated session. If the session is lost, the driver would silently reconnect outside the
 * transaction; this class prevents that.
 */
export class Transaction implements Connection {
  readonly #session: Sessions;
  readonly #onTablesChanged: () => void;
  #begun: Promise<void> = Promise.resolve();
  #notifies = false;
  #changedTables = false;

  constructor(session: Sessions, onTablesChanged: () => void) {
    this.#session = session;
    this.#onTablesChanged = onTablesChanged;
  }

  get changedTables(): boolean {
    return this.#changedTables;
  }

  /** Begins without waiting, so the first read shares the round trip. */
  begin(lock?: WriteLock): void {
    const database = lock ? `pg_advisory_xact_lock_shared(${LOCK})` : `pg_advisory_xact_lock(${LOCK})`;
    const key = lock?.lockKey;
    const row = key ? `; SELECT pg_advisory_xact_lock(${ROW_LOCKS}, hashtext(${literal(key)}))` : '';
    this.#begun = this.#session.script(`BEGIN; SELECT ${database}${row}`);
    // The first statement receives the error.
    this.#begun.catch(() => {});
  }

  async all(statement: Statement): Promise<Row[]> {
    this.#requireSession();
    const [, rows] = await Promise.all([this.#begun, this.#session.all(statement)]);
    return rows;
  }

  async run(statement: Statement): Promise<WriteResult> {
    await this.#begun;
    this.#requireSession();
    this.#notifies ||= concernsOthers(statement.text);
    const result = await this.#session.run(statement);
    if (changesTables(statement.text)) {
      this.#changedTables = true;
      this.#onTablesChanged();
    }
    return result;
  }

  /** Commits, and sends the notification if other processes must hear of the changes. */
  async commit(notification: string): Promise<void> {
    await this.#begun;
    this.#requireSession();
    await this.#session.script(this.#notifies ? `${notification}; COMMIT` : 'COMMIT');
  }

  async rollback(): Promise<void> {
    if (!this.#session.lost) await this.#session.script('ROLLBACK').catch(() => undefined);
  }

  #requireSession(): void {
    if (this.#session.lost)
      throw Object.assign(new Error('the session of the transaction is lost'), { code: 'CONNECTION_CLOSED' });
  }
}
