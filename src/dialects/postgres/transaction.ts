import type { Row } from '../../query/shape/row.ts';
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
  /** Statements whose results are not waited for before the commit. */
  readonly #sent: Promise<unknown>[] = [];
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
    const row = key ? `, pg_advisory_xact_lock(${ROW_LOCKS}, hashtext(${literal(key)}))` : '';
    this.#begun = this.#session.script(`BEGIN; SELECT ${database}${row}`);
    // The first statement gets the error.
    this.#begun.catch(() => {});
  }

  async all(statement: Statement): Promise<Row[]> {
    this.#requireSession();
    const [, rows] = await Promise.all([this.#begun, this.#session.all(statement)]).catch((error) => this.#fail(error));
    return rows;
  }

  async run(statement: Statement): Promise<WriteResult> {
    await this.#beforeWriting(statement);
    const result = await this.#session.run(statement).catch((error) => this.#fail(error));
    if (changesTables(statement.text)) {
      this.#changedTables = true;
      this.#onTablesChanged();
    }
    return result;
  }

  async later(statement: Statement, refusal: (error: unknown) => unknown): Promise<void> {
    await this.#beforeWriting(statement);
    const sent = this.#session.run(statement).catch((error) => {
      throw refusal(error);
    });
    // The next statement that is waited for gets the error.
    sent.catch(() => {});
    this.#sent.push(sent);
  }

  /**
   * Commits, and sends the notification if other processes must be notified of the changes. If an earlier statement has
   * failed, the server rolls back instead.
   */
  async commit(notification: string): Promise<void> {
    await this.#begun;
    this.#requireSession();
    const committed = this.#session.script(this.#notifies ? `${notification}; COMMIT` : 'COMMIT');
    await Promise.all([...this.#sent, committed]);
  }

  async rollback(): Promise<void> {
    if (!this.#session.lost) await this.#session.script('ROLLBACK').catch(() => undefined);
  }

  async #beforeWriting({ text }: Statement): Promise<void> {
    await this.#begun;
    this.#requireSession();
    this.#notifies ||= concernsOthers(text);
  }

  /** After a failure, the server refuses all further statements; the first error gives the reason. */
  async #fail(error: unknown): Promise<never> {
    await Promise.all(this.#sent);
    throw error;
  }

  #requireSession(): void {
    if (this.#session.lost)
      throw Object.assign(new Error('the session of the transaction is lost'), { code: 'CONNECTION_CLOSED' });
  }
}
