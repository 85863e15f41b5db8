import type { FieldPacket, PoolConnection, QueryResult, ResultSetHeader, RowDataPacket } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import type { Connection, Statement, WriteResult } from '../dialect.ts';
import { concernsOthers, isDdl } from './changes.ts';
import { breaksConnection, isDuplicate, takenKey } from './errors.ts';
import { type Ask, type Sending, send, sendTogether } from './execute.ts';
import { keysFrom } from './inserted-keys.ts';
import { refusalOf } from './packet-size.ts';
import type { Reachability } from './reachability.ts';
import type { ServerTraits } from './session.ts';
import { streamChunks } from './stream-chunks.ts';
import { type Described, decodeRows } from './values.ts';

const KEY_COLUMNS = `SELECT COLUMN_NAME FROM information_schema.STATISTICS
  WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = ? AND INDEX_NAME = ? ORDER BY SEQ_IN_INDEX`;
/** Lock names are global to the server and limited to 64 characters. */
const LOCK = `CONCAT('octavo ', LEFT(SHA2(DATABASE(), 256), 32))`;
/** The error code of a lock wait timeout. */
const LOCK_WAIT_TIMEOUT = 1205;
const ROW_TOO_LARGE = 1118;
/** The server limits its statements itself; a response later than this will never come. */
const LATE_S = 15;
/** A session that has been idle for this long may have been disconnected without notice. */
const IDLE_MS = 1000;

/** Converts the result of a statement, using the descriptions of its columns. */
type Read<T, R> = (result: T, fields: readonly FieldPacket[]) => R;
/** Called with the error if there is no result. */
type Fail = (error: unknown) => void;

/** A pooled connection, used by one caller at a time. */
export class MysqlConnection implements Connection {
  readonly #driver: PoolConnection;
  readonly #isMariaDb: boolean;
  readonly #statementS: number;
  readonly #answerMs: number;
  readonly #keyStep: number;
  readonly #longestPacket: number;
  readonly #server: Reachability;
  #broken = false;
  #open = false;
  #concernsOthers = false;
  /** Collects statements instead of sending them. */
  #gathered: Sending<never>[] | null = null;

  constructor(driver: PoolConnection, traits: ServerTraits, server: Reachability) {
    const { isMariaDb, statementS, keyStep, longestPacket } = traits;
    this.#driver = driver;
    this.#server = server;
    this.#isMariaDb = isMariaDb;
    this.#statementS = statementS;
    this.#keyStep = keyStep;
    this.#longestPacket = longestPacket;
    this.#answerMs = (statementS + LATE_S) * 1000;
  }

  /** Whether other processes must be notified of what was written. */
  get concernsOthers(): boolean {
    return this.#concernsOthers;
  }

  all({ text: sql, parameters: values }: Statement): Promise<Row[]> {
    return this.#execute({ sql, values, answerMs: this.#answerMs }, decoded);
  }

  /**
   * Sends the statements that `work` issues, in one go if `isPipelined`. They run in order, all of them even if one
   * fails. None of them may change the schema.
   */
  together(work: () => void, isPipelined: boolean): void {
    const gathered: Sending<never>[] = [];
    this.#gathered = gathered;
    try {
      work();
    } finally {
      this.#gathered = null;
      sendTogether(this.#driver, gathered, isPipelined);
    }
  }

  /** Like {@link all}, with callbacks, exactly one of which is called once. */
  read({ text: sql, parameters: values }: Statement, done: (rows: Row[]) => void, fail: Fail): void {
    this.#send({ sql, values, answerMs: this.#answerMs }, decoded, done, fail);
  }

  /**
   * Streams the rows of a statement in chunks. If the reader stops early the connection is closed, because it would
   * otherwise have to read the remaining rows.
   */
  async *chunks(statement: Statement, size: number): AsyncGenerator<Row[]> {
    this.#broken = true;
    yield* streamChunks(this.#driver, statement, size, this.#server);
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
      throw await this.explained(error, statement);
    }
  }

  /** Runs a statement that is not DDL and whose result is not needed. Calls one of the callbacks, once. */
  write({ text: sql, parameters: values }: Statement, done: () => void, fail: Fail): void {
    this.#concernsOthers ||= concernsOthers(sql);
    this.#send({ sql, values, answerMs: this.#answerMs }, ignore, done, fail);
  }

  /** Completes the error of a statement: a duplicate gets the names of its columns. */
  async explained(error: unknown, { text }: Statement): Promise<unknown> {
    if (isDuplicate(error)) await this.#nameColumns(error, text);
    return error;
  }

  /** Acquires the lock of this database, which belongs to the connection. */
  async lock(timeoutS: number): Promise<void> {
    const [row] = await this.all({ text: `SELECT GET_LOCK(${LOCK}, ${timeoutS})`, parameters: [] });
    if (Number(row?.[0]) === 1) return;
    throw Object.assign(new Error('another session holds the lock of this database'), { errno: LOCK_WAIT_TIMEOUT });
  }

  /** If the lock cannot be released, the connection is closed, which releases it. */
  async unlock(): Promise<void> {
    await this.#query(`DO RELEASE_LOCK(${LOCK})`).catch(() => {
      this.#broken = true;
    });
  }

  async begin(): Promise<void> {
    await this.#query('START TRANSACTION');
    this.#open = true;
  }

  /**
   * Begins a transaction in a session where the first statement starts one implicitly; an idle session is first checked
   * for being alive.
   */
  async beginWriting(): Promise<void> {
    const { lastActiveTime } = this.#driver as unknown as { readonly lastActiveTime: number };
    if (Date.now() - lastActiveTime > IDLE_MS) await this.begin();
    this.#open = true;
  }

  async commit(): Promise<void> {
    await this.#query('COMMIT');
    this.#open = false;
  }

  /** A broken connection is closed, which rolls back. */
  async rollback(): Promise<void> {
    if (this.#broken) return;
    try {
      await this.#query('ROLLBACK');
      this.#open = false;
    } catch {
      this.#broken = true;
    }
  }

  /** Returns the connection to the pool; a broken one, or one with an open transaction, is closed instead. */
  release(): void {
    if (this.#broken || this.#open) this.#driver.destroy();
    else this.#driver.release();
  }

  #write({ text: sql, parameters: values }: Statement): Promise<ResultSetHeader> {
    return this.#execute<ResultSetHeader, ResultSetHeader>({ sql, values, answerMs: this.#answerMs }, asItIs);
  }

  /** DDL commits implicitly; whatever follows in the same transaction runs in a new one. */
  async #change({ text }: Statement): Promise<ResultSetHeader> {
    if (this.#isMariaDb) await this.#query('SET max_statement_time = 0');
    try {
      return await this.#alter(text);
    } finally {
      if (this.#isMariaDb && !this.#broken) await this.#query(`SET max_statement_time = ${this.#statementS}`);
      if (this.#open && !this.#broken) await this.#query('START TRANSACTION');
    }
  }

  /** Columns dropped in place still occupy space in their rows until the table is rebuilt. */
  async #alter(text: string): Promise<ResultSetHeader> {
    const change = (sql: string) => this.#execute<ResultSetHeader, ResultSetHeader>({ sql }, asItIs);
    try {
      return await change(text);
    } catch (error) {
      if ((error as { errno?: number }).errno !== ROW_TOO_LARGE || !text.startsWith('ALTER TABLE ')) throw error;
      return change(`${text}, FORCE`);
    }
  }

  async #query(sql: string): Promise<void> {
    await this.#execute({ sql, answerMs: this.#answerMs }, ignore);
  }

  #execute<T extends QueryResult, R>(command: Ask, read: Read<T, R>): Promise<R> {
    return new Promise((done, fail) => this.#send(command, read, done, fail));
  }

  #send<T extends QueryResult, R>(command: Ask, read: Read<T, R>, done: (value: R) => void, fail: Fail): void {
    const ending: Sending<T>['ending'] = {
      answered(result, fields) {
        let value: R;
        try {
          value = read(result, fields);
        } catch (unreadable) {
          return fail(unreadable);
        }
        done(value);
      },
      failed: (error) => {
        this.#broken ||= breaksConnection(error);
        fail(error);
      },
    };
    const { sql, values, answerMs } = command;
    // Not spread, which would cost more than the rest of this function.
    const sending: Sending<T> = { sql, values, answerMs, server: this.#server, ending };
    const refusal = values && refusalOf(values, this.#longestPacket);
    if (refusal) fail(refusal);
    else if (this.#gathered) this.#gathered.push(sending as Sending<never>);
    else send<T>(this.#driver, sending);
  }

  /** Translates the name of the violated key into its column names, which the wire contract requires. */
  async #nameColumns(error: Error, text: string): Promise<void> {
    const key = takenKey(error);
    const table = /^(?:INSERT INTO|UPDATE|ALTER TABLE) `((?:[^`]|``)*)`/.exec(text)?.[1]?.replaceAll('``', '`') ?? '';
    const rows = await this.all({ text: KEY_COLUMNS, parameters: [table, key] }).catch(() => []);
    if (rows.length > 0) Object.assign(error, { columns: rows.map(([name]) => String(name)) });
  }
}

const decoded = (result: RowDataPacket[][], fields: readonly Described[]): Row[] =>
  decodeRows(result as unknown as Row[], fields);
const asItIs = (result: ResultSetHeader): ResultSetHeader => result;
const ignore = (): void => {};
