import type { PoolConnection, QueryResult, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Row } from '../../query/shape/decoder.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import { concernsOthers, isDdl } from './changes.ts';
import { breaksConnection, isDuplicate, takenKey } from './errors.ts';
import { type Answer, type Command, execute } from './execute.ts';
import { keysFrom } from './inserted-keys.ts';
import type { ServerTraits } from './session.ts';
import { type Described, decodeRows, toParameter } from './values.ts';

const KEY_COLUMNS = `SELECT COLUMN_NAME FROM information_schema.STATISTICS
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME = ? ORDER BY SEQ_IN_INDEX`;
/** Names of locks are the whole server's, and have at most 64 characters. */
const LOCK = `CONCAT('octavo ', MD5(DATABASE()))`;
/** What the server answers to those who wait for a lock in vain. */
const LOCK_WAIT_TIMEOUT = 1205;
const ROW_TOO_LARGE = 1118;
/** An answer that is late by this will not come: the server limits its statements itself. */
const LATE_S = 15;
/** A session that nobody has used for this long may have been cut without anybody's noticing. */
const IDLE_MS = 1000;

/** One connection of the pool, for one caller at a time. */
export class MysqlConnection implements Connection {
  readonly #driver: PoolConnection;
  readonly #isMariaDb: boolean;
  readonly #statementS: number;
  readonly #answerMs: number;
  readonly #keyStep: number;
  #broken = false;
  #open = false;
  #concernsOthers = false;

  constructor(driver: PoolConnection, { isMariaDb, statementS, keyStep }: ServerTraits) {
    this.#driver = driver;
    this.#isMariaDb = isMariaDb;
    this.#statementS = statementS;
    this.#keyStep = keyStep;
    this.#answerMs = (statementS + LATE_S) * 1000;
  }

  /** Whether other processes must hear of what was written. */
  get concernsOthers(): boolean {
    return this.#concernsOthers;
  }

  async all({ text, parameters }: Statement): Promise<Row[]> {
    const values = parameters.map(toParameter);
    const { result, fields } = await this.#execute<RowDataPacket[][]>({ sql: text, values, answerMs: this.#answerMs });
    return decodeRows(result as unknown as Row[], fields);
  }

  /** The rows of a statement, some at a time. One that is left early would have to be read to its end, so it is closed. */
  async *chunks({ text, parameters }: Statement, size: number): AsyncGenerator<Row[]> {
    const values = parameters.map(toParameter) as never[];
    let fields: readonly Described[] = [];
    this.#broken = true;
    const command = this.#driver.execute({ sql: text, values });
    command.on('fields', (described: readonly Described[]) => {
      fields = described;
    });
    let chunk: Row[] = [];
    for await (const row of command.stream({ highWaterMark: size })) {
      chunk.push(row as Row);
      if (chunk.length < size) continue;
      yield decodeRows(chunk, fields);
      chunk = [];
    }
    if (chunk.length > 0) yield decodeRows(chunk, fields);
    this.#broken = false;
  }

  async run(statement: Statement): Promise<WriteResult> {
    this.#concernsOthers ||= concernsOthers(statement.text);
    try {
      const { affectedRows, insertId } = await (isDdl(statement.text)
        ? this.#change(statement)
        : this.#write(statement));
      return { changes: affectedRows, keys: keysFrom(insertId, affectedRows, this.#keyStep) };
    } catch (error) {
      if (isDuplicate(error)) await this.#nameColumns(error, statement.text);
      throw error;
    }
  }

  /** Takes the lock of this database, which belongs to the connection and goes with it. */
  async lock(timeoutS: number): Promise<void> {
    const [row] = await this.all({ text: `SELECT GET_LOCK(${LOCK}, ${timeoutS})`, parameters: [] });
    if (Number(row?.[0]) === 1) return;
    throw Object.assign(new Error('somebody else has the lock of this database'), { errno: LOCK_WAIT_TIMEOUT });
  }

  /** Where the lock cannot be given back, the connection is given up, and the lock with it. */
  async unlock(): Promise<void> {
    await this.#query(`DO RELEASE_LOCK(${LOCK})`).catch(() => {
      this.#broken = true;
    });
  }

  async begin(): Promise<void> {
    await this.#query('START TRANSACTION');
    this.#open = true;
  }

  /** The same for a session whose first statement begins a transaction: it is only asked whether it is still there. */
  async beginWriting(): Promise<void> {
    const { lastActiveTime } = this.#driver as unknown as { readonly lastActiveTime: number };
    if (Date.now() - lastActiveTime > IDLE_MS) await this.begin();
    this.#open = true;
  }

  async commit(): Promise<void> {
    await this.#query('COMMIT');
    this.#open = false;
  }

  async rollback(): Promise<void> {
    try {
      await this.#query('ROLLBACK');
      this.#open = false;
    } catch {
      this.#broken = true;
    }
  }

  /** Gives the connection back; one that broke, or still has a transaction open, is closed instead. */
  release(): void {
    if (this.#broken || this.#open) this.#driver.destroy();
    else this.#driver.release();
  }

  async #write({ text, parameters }: Statement): Promise<ResultSetHeader> {
    const values = parameters.map(toParameter);
    return (await this.#execute<ResultSetHeader>({ sql: text, values, answerMs: this.#answerMs })).result;
  }

  /** Such statements commit by themselves; what follows in the same transaction gets one of its own. */
  async #change({ text }: Statement): Promise<ResultSetHeader> {
    if (this.#isMariaDb) await this.#query('SET max_statement_time = 0');
    try {
      return await this.#alter(text);
    } finally {
      if (this.#isMariaDb && !this.#broken) await this.#query(`SET max_statement_time = ${this.#statementS}`);
      if (this.#open && !this.#broken) await this.#query('START TRANSACTION');
    }
  }

  /** Columns that were dropped in place go on taking room in their rows, until the table is written anew. */
  async #alter(text: string): Promise<ResultSetHeader> {
    const change = async (sql: string) => (await this.#execute<ResultSetHeader>({ sql })).result;
    try {
      return await change(text);
    } catch (error) {
      if ((error as { errno?: number }).errno !== ROW_TOO_LARGE || !text.startsWith('ALTER TABLE ')) throw error;
      return change(`${text}, FORCE`);
    }
  }

  async #query(sql: string): Promise<void> {
    await this.#execute({ sql, answerMs: this.#answerMs });
  }

  async #execute<T extends QueryResult>(command: Command): Promise<Answer<T>> {
    try {
      return await execute<T>(this.#driver, command);
    } catch (error) {
      this.#broken ||= breaksConnection(error);
      throw error;
    }
  }

  /** The server names the key that is taken; the contract its columns. */
  async #nameColumns(error: Error, text: string): Promise<void> {
    const key = takenKey(error);
    const table = /^(?:INSERT INTO|UPDATE|ALTER TABLE) `((?:[^`]|``)*)`/.exec(text)?.[1]?.replaceAll('``', '`') ?? '';
    const rows = await this.all({ text: KEY_COLUMNS, parameters: [table, key] }).catch(() => []);
    if (rows.length > 0) Object.assign(error, { columns: rows.map(([name]) => String(name)) });
  }
}
