import type { Row } from '../../query/shape/row.ts';
import { CostlyReads } from '../costly-reads.ts';
import type {
  Connection,
  Database,
  DatabaseAddress,
  Statement,
  TransactionOptions,
  WriteLock,
  WriteResult,
} from '../dialect.ts';
import { limitsOf, writersOf } from '../limits.ts';
import { Membership } from '../membership.ts';
import { Outage } from '../outage.ts';
import { RowEstimates } from '../row-estimates.ts';
import { withAuthority } from '../tls.ts';
import { WriteTurns } from '../write-turns.ts';
import { Listener } from './listener.ts';
import { quote } from './quoting.ts';
import { Sessions } from './session.ts';
import { isSilence, silence } from './silence.ts';
import { estimatedRows } from './size.ts';
import { Transaction } from './transaction.ts';
import { Writers } from './writers.ts';

/** Schema changes of large tables and slow readers take a long time. */
const LONG_MS = 600_000;

/** Separate pools for reads, streams and writes, and a session that listens for other processes. */
class PostgresDatabase implements Database {
  readonly concurrent = true;
  readonly #readers: Sessions;
  /**
   * For costly statements while other databases are read; otherwise the parallel workers of one statement could take
   * all processors.
   */
  readonly #serial: Sessions;
  readonly #streams: Sessions;
  readonly #writers: Writers;
  readonly #listener: Listener;
  readonly #membership: Membership;
  readonly #turns: WriteTurns;
  readonly #costly: CostlyReads;
  readonly #outage = new Outage();
  readonly #read = (statement: Statement, leavesRoom: boolean): Promise<Row[]> =>
    (leavesRoom ? this.#serial : this.#readers).all(statement);
  readonly #estimates = new RowEstimates((table) => estimatedRows(this.#readers, table));
  /** Incremented by every schema change. */
  #epoch = 0;

  constructor(address: DatabaseAddress) {
    const { connections: count, statementS } = limitsOf(address);
    this.#readers = new Sessions(address, { count, statementMs: statementS * 1000 });
    this.#serial = new Sessions(address, { count: 1, statementMs: statementS * 1000, isSerial: true });
    // Slow readers block only each other.
    this.#streams = new Sessions(address, { count, statementMs: LONG_MS });
    this.#writers = new Writers(address, writersOf(address), LONG_MS);
    this.#turns = new WriteTurns(address);
    this.#listener = new Listener(address);
    this.#membership = new Membership(this.#listener);
    this.#costly = new CostlyReads(address);
  }

  async connect(): Promise<void> {
    await this.#readers.script('SELECT 1');
    await this.#listener.start();
  }

  all(statement: Statement): Promise<Row[]> {
    this.#readers.renew();
    this.#serial.renew();
    return this.#costly.all(statement, this.#read);
  }

  rowsOf(table: string): Promise<number> {
    return this.#estimates.rowsOf(table);
  }

  chunks(statement: Statement, size: number): AsyncIterable<Row[]> {
    this.#streams.renew();
    return this.#streams.chunks(statement, size);
  }

  run(statement: Statement): Promise<WriteResult> {
    return this.transaction((connection) => connection.run(statement));
  }

  transaction<T>(work: (connection: Connection) => Promise<T>, { lock }: TransactionOptions = {}): Promise<T> {
    const run = async () => {
      if (this.#outage.isOn) throw silence();
      const entering = this.#membership.beforeWriting();
      if (entering) await entering;
      return this.#writers.use((session) => this.#complete(session, work, lock));
    };
    return this.#turns.run(lock, () => this.#noticing(run));
  }

  /** Transactions take turns: those that wait must not find out one after the other that the server is silent. */
  async #noticing<T>(run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      if (isSilence(error)) this.#outage.begin();
      throw error;
    }
  }

  changedByOthers(): boolean | Promise<boolean> {
    const changed = this.#listener.takeChanged();
    return typeof changed === 'boolean' ? this.#noticed(changed) : changed.then((known) => this.#noticed(known));
  }

  #noticed(changed: boolean): boolean {
    if (changed) this.#replan();
    return changed;
  }

  term(): number | null {
    return this.#membership.term();
  }

  async close(): Promise<void> {
    await this.#turns.exclusive(async () => {
      const all = [this.#readers, this.#serial, this.#streams, this.#writers, this.#listener];
      await Promise.all(all.map((each) => each.close()));
    });
  }

  async #complete<T>(
    session: Sessions,
    work: (connection: Connection) => Promise<T>,
    lock: WriteLock | undefined,
  ): Promise<T> {
    const transaction = new Transaction(session, () => session.replan(++this.#epoch));
    try {
      transaction.begin(lock);
      const result = await work(transaction);
      await transaction.commit(this.#listener.notification);
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      if (transaction.changedTables) this.#replan();
    }
  }

  #replan(): void {
    this.#epoch++;
    this.#readers.replan(this.#epoch);
    this.#serial.replan(this.#epoch);
    this.#writers.replan(this.#epoch);
  }
}

/** Opens the database and creates it if the account may. */
export async function open(given: DatabaseAddress): Promise<Database> {
  const address = withAuthority(given);
  try {
    return await connect(address);
  } catch (error) {
    if (codeOf(error) !== '3D000') throw error;
    await createDatabase(address);
    return connect(address);
  }
}

/** Opens an existing database. */
export async function openExisting(given: DatabaseAddress): Promise<Database> {
  return connect(withAuthority(given));
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
  const sessions = new Sessions({ ...address, name: 'postgres' }, { count: 1, statementMs: LONG_MS });
  try {
    await sessions.script(
      `CREATE DATABASE ${quote(address.name)} TEMPLATE template0 ENCODING 'UTF8' LC_COLLATE 'C' LC_CTYPE 'C'`,
    );
  } catch (error) {
    // Another process created it first.
    if (codeOf(error) !== '42P04' && codeOf(error) !== '23505') throw error;
  } finally {
    await sessions.close();
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;
