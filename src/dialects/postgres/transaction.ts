import type { Row } from '../../query/shape/decoder.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import { changesTables, concernsOthers } from './listener.ts';
import type { Sessions } from './session.ts';

/** Writers of all processes take turns: the key of their lock, which each database has for itself. */
const LOCK = 0x0c7a_0001;

/** A transaction in the only session of its kind, which the driver would replace when it is lost, outside of the transaction. */
export class Transaction implements Connection {
  readonly #session: Sessions;
  readonly #onTablesChanged: () => void;
  #announces = false;
  #changedTables = false;

  constructor(session: Sessions, onTablesChanged: () => void) {
    this.#session = session;
    this.#onTablesChanged = onTablesChanged;
  }

  get changedTables(): boolean {
    return this.#changedTables;
  }

  async begin(): Promise<void> {
    await this.#session.script(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
  }

  async all(statement: Statement): Promise<Row[]> {
    this.#requireSession();
    return this.#session.all(statement);
  }

  async run(statement: Statement): Promise<WriteResult> {
    this.#requireSession();
    this.#announces ||= concernsOthers(statement.text);
    const result = await this.#session.run(statement);
    if (changesTables(statement.text)) {
      this.#changedTables = true;
      this.#onTablesChanged();
    }
    return result;
  }

  /** Commits; the announcement goes out with what others should hear of. */
  async commit(announcement: string): Promise<void> {
    this.#requireSession();
    await this.#session.script(this.#announces ? `${announcement}; COMMIT` : 'COMMIT');
  }

  async rollback(): Promise<void> {
    if (!this.#session.lost) await this.#session.script('ROLLBACK').catch(() => undefined);
  }

  #requireSession(): void {
    if (this.#session.lost)
      throw Object.assign(new Error('the session of the transaction is lost'), { code: 'CONNECTION_CLOSED' });
  }
}
