import { createPool, type Pool, type PoolConnection } from 'mysql2';
import type { Row } from '../../query/shape/row.ts';
import { charge } from '../../shared/loop-time.ts';
import { CostlyReads } from '../costly-reads.ts';
import type {
  Connection,
  Database,
  DatabaseAddress,
  Session,
  Statement,
  TransactionOptions,
  WriteResult,
} from '../dialect.ts';
import { limitsOf, writersOf } from '../limits.ts';
import { Membership } from '../membership.ts';
import { RowEstimates } from '../row-estimates.ts';
import { WriteTurns } from '../write-turns.ts';
import { ChangeCounter, concernsOthers } from './changes.ts';
import { EXACT } from './collation.ts';
import { survive } from './connect.ts';
import { MysqlConnection } from './connection.ts';
import { isLost } from './errors.ts';
import { LoneConnection } from './lone-connection.ts';
import { Member } from './member.ts';
import { Pipelining } from './pipelining.ts';
import { quote } from './quoting.ts';
import { Reachability } from './reachability.ts';
import { driverOptions, LONG_S, type ServerTraits, type SessionKind, sessionStatement, WRITE_S } from './session.ts';
import { estimatedRows } from './size.ts';
import { prepareState } from './state-table.ts';
import { streamOf } from './stream-of.ts';
import { Transaction } from './transaction.ts';

const NO_SUCH_DATABASE: ReadonlySet<number> = new Set([1044, 1049]);
const TRIES = 3;

/** A connection pool and the traits of its sessions. */
interface SessionPool {
  readonly pool: Pool;
  readonly traits: ServerTraits;
}

/** Three connection pools: for reads, for transactions, and for long-running statements. */
class MysqlDatabase implements Database {
  readonly concurrent = true;
  readonly #readers: SessionPool;
  readonly #writers: SessionPool;
  /** Slow readers block only each other and schema changes. */
  readonly #long: SessionPool;
  readonly #turns: WriteTurns;
  readonly #changes = new ChangeCounter();
  readonly #member: Member;
  readonly #membership: Membership;
  readonly #costly: CostlyReads;
  readonly #pipelining: Pipelining;
  readonly #server: Reachability;
  readonly #read = (statement: Statement): Promise<Row[]> =>
    new Promise((done, fail) => this.#readOn(statement, done, fail, 1));
  readonly #estimates = new RowEstimates((table) => estimatedRows(this, table));

  constructor(address: DatabaseAddress, traits: ServerTraits) {
    const { connections } = limitsOf(address);
    const long = { ...traits, statementS: LONG_S };
    const tx = { ...traits, statementS: Math.max(traits.statementS, WRITE_S) };
    this.#readers = { pool: makePool(address, traits, 'any', connections), traits };
    this.#writers = { pool: makePool(address, tx, 'writing', writersOf(address)), traits: tx };
    this.#long = { pool: makePool(address, long, 'any', connections), traits: long };
    this.#turns = new WriteTurns(address);
    this.#member = new Member(address, traits);
    this.#membership = new Membership(this.#member);
    this.#costly = new CostlyReads(address);
    this.#pipelining = new Pipelining(address, traits);
    this.#server = new Reachability(address);
  }

  all(statement: Statement): Promise<Row[]> {
    return this.#costly.all(statement, this.#read);
  }

  rowsOf(table: string): Promise<number> {
    return this.#estimates.rowsOf(table);
  }

  async *chunks(statement: Statement, size: number): AsyncGenerator<Row[]> {
    const connection = await this.#connectionOf(this.#long);
    try {
      yield* connection.chunks(statement, size);
    } finally {
      connection.release();
    }
  }

  run(statement: Statement): Promise<WriteResult> {
    if (concernsOthers(statement.text)) return this.transaction((connection) => connection.run(statement));
    return this.#lease(
      this.#readers,
      () => this.#mayWrite(),
      (connection) => connection.run(statement),
    );
  }

  transaction<T>(work: (connection: Connection) => Promise<T>, { lock }: TransactionOptions = {}): Promise<T> {
    const run = () =>
      this.#lease(
        this.#writers,
        async (connection) => {
          await this.#mayWrite();
          await connection.beginWriting();
        },
        (connection) => this.#completeWriting(connection, work),
      );
    return this.#turns.run(lock, run);
  }

  withSchemaLock<T>(timeoutS: number, work: (session: Session) => Promise<T>): Promise<T> {
    return this.#lease(
      this.#long,
      (connection) => connection.lock(timeoutS),
      async (connection) => {
        try {
          return await work(this.#sessionOn(connection));
        } finally {
          await connection.unlock();
        }
      },
    );
  }

  changedByOthers(): boolean | Promise<boolean> {
    return this.#changes.changed(this);
  }

  term(): number | null {
    return this.#membership.term();
  }

  async close(): Promise<void> {
    await this.#turns.exclusive(async () => {
      await Promise.all([this.#readers, this.#writers, this.#long].map(({ pool }) => ended(pool)));
      this.#member.leave();
    });
  }

  async #mayWrite(): Promise<void> {
    await this.#membership.beforeWriting();
  }

  #sessionOn(connection: MysqlConnection): Session {
    return {
      all: (statement) => connection.all(statement),
      run: (statement) => connection.run(statement),
      transaction: (work) =>
        this.#turns.exclusive(async () => {
          await connection.begin();
          return this.#complete(connection, work);
        }),
    };
  }

  /** Completes a transaction in a session for writing, where autocommit is off. */
  #completeWriting<T>(connection: MysqlConnection, work: (connection: Connection) => Promise<T>): Promise<T> {
    const transaction = new Transaction(connection, this.#pipelining.works());
    return this.#complete(connection, async () => {
      try {
        const result = await work(transaction);
        await transaction.flush();
        return result;
      } finally {
        await transaction.end();
      }
    });
  }

  async #complete<T>(connection: MysqlConnection, work: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      const result = await work(connection);
      if (connection.concernsOthers) await this.#changes.bump(connection);
      await connection.commit();
      return result;
    } catch (error) {
      await connection.rollback();
      throw error;
    }
  }

  /**
   * Reads on a pooled connection, and on another one if that turns out to be dead. Uses callbacks, because promises
   * would cost as much as short reads.
   */
  #readOn(statement: Statement, done: (rows: Row[]) => void, fail: (error: unknown) => void, tries: number): void {
    const { pool, traits } = this.#readers;
    const taken = (driver: PoolConnection): void => {
      const connection = new MysqlConnection(driver, traits, this.#server);
      const read = (rows: Row[]): void => {
        connection.release();
        done(rows);
      };
      const failed = (error: unknown): void => {
        connection.release();
        if (!isLost(error) || tries >= TRIES) fail(error);
        else this.#readOn(statement, done, fail, tries + 1);
      };
      try {
        connection.read(statement, read, failed);
      } catch (unsendable) {
        failed(unsendable);
      }
    };
    this.#server.take(pool, taken, fail);
  }

  async #connectionOf({ pool, traits }: SessionPool): Promise<MysqlConnection> {
    const driver = await new Promise<PoolConnection>((done, fail) => this.#server.take(pool, done, fail));
    return new MysqlConnection(driver, traits, this.#server);
  }

  /**
   * Runs `begin` and `work` on a pooled connection. If the connection turns out to be dead, for example after a server
   * restart, another one is used, provided that it failed in `begin`, so nothing can have happened on it.
   */
  async #lease<T>(
    from: SessionPool,
    begin: (connection: MysqlConnection) => Promise<void>,
    work: (connection: MysqlConnection) => Promise<T>,
  ): Promise<T> {
    for (let tries = 1; ; tries++) {
      const connection = await this.#connectionOf(from);
      let begun = false;
      try {
        await begin(connection);
        begun = true;
        return await work(connection);
      } catch (error) {
        if (begun || !isLost(error) || tries >= TRIES) throw error;
      } finally {
        connection.release();
      }
    }
  }
}

/** Opens a database and creates it if the account may. */
export async function open(address: DatabaseAddress): Promise<Database> {
  return opened(await connectOrCreate(address));
}

/** Opens an existing database. */
export async function openExisting(address: DatabaseAddress): Promise<Database> {
  return opened(await LoneConnection.open(address, address.name));
}

async function opened(connection: LoneConnection): Promise<Database> {
  try {
    const { address } = connection;
    const { statementS } = limitsOf(address);
    const isMariaDb = await connection.isMariaDb();
    const traits = { isMariaDb, statementS, ...(await connection.variables()) };
    await connection.run(sessionStatement(traits, 'any'));
    await prepareState(connection);
    return new MysqlDatabase(address, traits);
  } finally {
    connection.close();
  }
}

async function connectOrCreate(address: DatabaseAddress): Promise<LoneConnection> {
  try {
    return await LoneConnection.open(address, address.name);
  } catch (error) {
    if (!NO_SUCH_DATABASE.has((error as { errno?: number }).errno ?? 0)) throw error;
    await createDatabase(address);
    return LoneConnection.open(address, address.name);
  }
}

async function createDatabase(address: DatabaseAddress): Promise<void> {
  const connection = await LoneConnection.open(address, null);
  try {
    await connection.run(`CREATE DATABASE IF NOT EXISTS ${quote(address.name)} CHARACTER SET utf8mb4 ${EXACT}`);
  } finally {
    connection.close();
  }
}

function makePool(address: DatabaseAddress, traits: ServerTraits, kind: SessionKind, connections: number): Pool {
  const { account } = address;
  const pool = createPool({ ...driverOptions(address, address.name), connectionLimit: connections });
  pool.on('connection', (connection) => {
    survive(connection);
    if (account) streamOf(connection).prependListener('data', () => charge(account));
    // A connection runs statements in order, so this one completes before the caller's first.
    connection.query(sessionStatement(traits, kind), (error: unknown) => {
      if (error) connection.destroy();
    });
  });
  return pool;
}

/** Connections that cannot even be ended are gone. */
function ended(pool: Pool): Promise<void> {
  return new Promise((done) => pool.end(() => done()));
}
