import type { Row } from '../../query/shape/decoder.ts';
import { Mutex } from '../../shared/mutex.ts';
import type { Connection, Database, DatabaseAddress, Statement, WriteResult } from '../dialect.ts';
import { Listener } from './listener.ts';
import { quote } from './quoting.ts';
import { SessionConnection, type Sql, sessions } from './session.ts';

const READERS = 8;
const READ_MS = 30_000;
/** Changes of large tables take their time. */
const WRITE_MS = 600_000;
/** Writers of all processes take turns: the key of their lock, one and the same for every database. */
const LOCK = 0x0c7a_0001;

/** Several sessions for readers, one for writers, who take turns, and one that hears of other processes. */
class PostgresDatabase implements Database {
  readonly #readers: Sql;
  readonly #writers: Sql;
  readonly #listener: Listener;
  readonly #reader: SessionConnection;
  readonly #writer: SessionConnection;
  readonly #turn = new Mutex();
  /** Counts the losses of the writers' session; a transaction does not outlive its session. */
  #losses = 0;

  constructor(address: DatabaseAddress) {
    this.#readers = sessions(address, READ_MS, { max: READERS });
    this.#writers = sessions(address, WRITE_MS, { max: 1, onclose: () => this.#losses++ });
    this.#reader = new SessionConnection(this.#readers);
    this.#writer = new SessionConnection(this.#writers);
    this.#listener = new Listener(address);
  }

  async connect(): Promise<void> {
    await this.#reader.script('SELECT 1');
    await this.#listener.start();
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#reader.all(statement);
  }

  run(statement: Statement): Promise<WriteResult> {
    return this.transaction((connection) => connection.run(statement));
  }

  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#turn.run(async () => {
      const transaction = new Transaction(this.#writer, this.#losses, () => this.#losses);
      try {
        await transaction.begin();
        const result = await work(transaction);
        await transaction.commit(this.#listener.announcement);
        return result;
      } catch (error) {
        await transaction.rollback();
        throw error;
      }
    });
  }

  changedElsewhere(): Promise<boolean> {
    return this.#listener.takeChanged();
  }

  async close(): Promise<void> {
    await this.#turn.run(async () => {
      await Promise.all([this.#readers.end({ timeout: 5 }), this.#writers.end({ timeout: 5 }), this.#listener.close()]);
    });
  }
}

/** A transaction under way. The driver would open another session for a lost one, outside of any transaction. */
class Transaction implements Connection {
  readonly #session: SessionConnection;
  readonly #begun: number;
  readonly #losses: () => number;
  #announces = false;

  constructor(session: SessionConnection, begun: number, losses: () => number) {
    this.#session = session;
    this.#begun = begun;
    this.#losses = losses;
  }

  async all(statement: Statement): Promise<Row[]> {
    this.#requireSession();
    return this.#session.all(statement);
  }

  async run(statement: Statement): Promise<WriteResult> {
    this.#requireSession();
    this.#announces ||= Listener.concerns(statement.text);
    return this.#session.run(statement);
  }

  async begin(): Promise<void> {
    await this.#session.script(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK})`);
  }

  async commit(announcement: string): Promise<void> {
    this.#requireSession();
    await this.#session.script(this.#announces ? `${announcement}; COMMIT` : 'COMMIT');
  }

  async rollback(): Promise<void> {
    if (this.#losses() !== this.#begun) return;
    await this.#session.script('ROLLBACK').catch(() => undefined);
  }

  #requireSession(): void {
    if (this.#losses() === this.#begun) return;
    throw Object.assign(new Error('the session of the transaction is lost'), { code: 'CONNECTION_CLOSED' });
  }
}

/** Opens the database, and makes it where it does not exist and the account may. */
export async function open(address: DatabaseAddress): Promise<Database> {
  try {
    return await connect(address);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
    await createDatabase(address);
    return connect(address);
  }
}

async function connect(address: DatabaseAddress): Promise<Database> {
  const database = new PostgresDatabase(address);
  try {
    await database.connect();
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function createDatabase(address: DatabaseAddress): Promise<void> {
  const sql = sessions({ ...address, name: 'postgres' }, READ_MS, { max: 1 });
  try {
    await sql.unsafe(
      `CREATE DATABASE ${quote(address.name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;
