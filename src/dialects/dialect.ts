import type { Engine } from '../config/engine.ts';
import type { IndexWalk } from '../query/plan/walk.ts';
import type { Scan } from '../query/plan/work.ts';
import type { Row } from '../query/shape/row.ts';
import type { Delete, GroupedSelect, Insert, ObjectSelect, Select, Source, Update } from '../query/sql/nodes.ts';
import type { Column, ForeignKey, IndexForm, Table, TableIndex } from '../schema/column.ts';
import type { Stored } from '../schema/stored.ts';
import type { Awaitable } from '../shared/awaitable.ts';
import type { Account } from '../shared/loop-time.ts';

/** What an engine can do. Code above this folder checks these capabilities, never an engine's name. */
export interface Capabilities {
  /** DDL is transactional. */
  readonly transactionalDdl: boolean;
  /** Row comparisons such as `(a, b) > (1, 2)` use an index. */
  readonly rowValues: boolean;
  /** What it takes to read a list along an index. */
  readonly indexWalk: IndexWalk;
  /** The database is a local file, not an account on a database server. */
  readonly embedded: boolean;
  /** Longest name of a table or column, in bytes of UTF-8. */
  readonly nameBytes: number;
  /** How many columns a table may have. */
  readonly columns: number;
  /**
   * The forms of indexes that the engine creates for sorting. Sorts for which it lacks a form read all rows, or need no
   * such index.
   */
  readonly indexForms: readonly IndexForm[];
  /** Which tables can have text indexes: none, those with an auto-increment key, or all. */
  readonly textIndexes: 'none' | 'counted' | 'all';
  /** Table names that the engine reserves. */
  readonly reservedNames: RegExp;
  /** Column names that every table has already. */
  readonly systemColumns: ReadonlySet<string>;
  /** Members of ENUM and SET with characters beyond U+FFFF, such as emoji, can be read back. */
  readonly membersBeyondBasicPlane: boolean;
}

/** The SQL text of a statement and the sources of its parameters; printed once and run many times. */
export interface Printed {
  readonly text: string;
  readonly sources: readonly Source[];
  /** The scans that the statement may cause; absent if they are small. */
  readonly scans?: readonly Scan[];
  /** Returns one row for each row that the statement may find, up to {@link MANY_ROWS}; absent if there are few. */
  readonly probe?: Printed;
}

/** Engines that run in the server's own thread move statements that find this many rows to another process. */
export const MANY_ROWS = 2_000;

export interface Statement {
  readonly text: string;
  readonly parameters: readonly Stored[];
  /** As in {@link Printed}. */
  readonly scans?: readonly Scan[];
  readonly probe?: Statement;
}

export interface WriteResult {
  readonly changes: number;
  /** The keys that the engine generated for the inserted rows, in order; empty if it generated none. */
  readonly keys: readonly Stored[];
}

/** Runs queries. */
export interface Reader {
  /** Set if statements that are sent together run concurrently. */
  readonly concurrent?: true;
  /** All rows of a statement. Throws a failure of the kind `tooLarge` instead of keeping very long texts in memory. */
  all(statement: Statement): Awaitable<Row[]>;
  /** The approximate number of rows in a table, if it is known without counting them. */
  rowsOf?(table: string): Awaitable<number>;
}

/** Runs statements one at a time. */
export interface Connection extends Reader {
  run(statement: Statement): Promise<WriteResult>;
  /**
   * Sends a statement whose result is not needed soon, sharing the round trip of the statements after it. If it fails,
   * so do they and the transaction, with the error that `refusal` returns for its error. Absent where it would save
   * nothing.
   */
  later?(statement: Statement, refusal: (error: unknown) => unknown): Awaitable<void>;
}

/** A connection that can begin and end transactions. */
export interface Session extends Connection {
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/**
 * The lock of a transaction that may run concurrently with others: a key that names the row it changes, or null if it
 * only inserts. Such a transaction must not rely on what it reads in other rows, since others may change them.
 */
export interface WriteLock {
  readonly lockKey: string | null;
}

/** How a transaction may be run. */
export interface TransactionOptions {
  /** Lets engines that support it run the transaction concurrently with others that have a lock. */
  readonly lock?: WriteLock | undefined;
  /**
   * Set if `work` may be run again from its beginning after it has failed. If committing many changes would block the
   * server, they are made again in another process.
   */
  readonly repeatable?: boolean;
  /** Set if `work` writes much. It runs in another process from the beginning if its commit would block the server. */
  readonly large?: boolean;
}

/** An open database. Reads outside a transaction see committed data only. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction, and rolls back if it throws. The transaction is serialisable with the writers of
   * all processes: what it has read does not change until it ends.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `work`, which may rewrite large tables, in one transaction, as {@link transaction} does. Absent if such a
   * transaction is no different from any other.
   */
  schemaTransaction?<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /**
   * Runs `work` while holding the schema lock, which excludes all other holders, in other processes too. If a holder
   * dies, the lock is released when its last statement has ended. Absent where DDL is transactional, since transactions
   * are exclusive there. Throws a failure of the kind `busy` if the lock is not free within `timeoutS` seconds.
   */
  withSchemaLock?<T>(timeoutS: number, work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * Streams the rows of a statement in chunks of at most `size` rows, or fewer if they are long, as of the moment when
   * the statement began. The underlying resources are released when the iteration ends, even if it ends early. Other
   * reads are not blocked.
   */
  chunks(statement: Statement, size: number): AsyncIterable<Row[]>;
  /**
   * Whether another process has written since the last call. Where the check costs a round trip, its result may be
   * slightly out of date.
   */
  changedByOthers(): boolean | Promise<boolean>;
  /**
   * A number that stays the same only as long as no other Octavo process has written; null while that is unknown. Never
   * waits. Writes of foreign programs to a database server change it with a delay. Absent if it is never known.
   */
  term?(): number | null;
  rowsOf(table: string): number | Promise<number>;
  /** Whether the file of an embedded database has been removed or replaced; checked at most once a second. */
  isGone?(): boolean;
  close(): Promise<void>;
}

/** A read-only view of one committed state of a database, in a session of its own. */
export interface Snapshot extends Reader {
  /** Streams rows in batches of at most `size`; only a few batches are in memory at a time. */
  batches(statement: Statement, size: number): AsyncIterable<Row[]>;
  rowsOf(table: string): number | Promise<number>;
  close(): Promise<void>;
}

/** How the connection to a server is protected. */
export interface Tls {
  /**
   * `verify` encrypts and authenticates the server, `require` encrypts, `prefer` encrypts if the server supports it.
   */
  readonly mode: 'verify' | 'require' | 'prefer';
  /** Trusted certificate authorities, as PEM text or a file path; by default those that Node trusts. */
  readonly ca?: string;
}

/** Limits of a database: connections and timeouts in seconds. */
export interface Limits {
  readonly connections?: number;
  readonly connectS?: number;
  readonly statementS?: number;
}

/** The address of a database; for an embedded one, a file. */
export interface DatabaseAddress {
  readonly file?: string;
  readonly host?: string;
  readonly port?: number;
  readonly socket?: string;
  readonly user?: string;
  readonly password?: string;
  readonly name: string;
  /** False for no encryption. By default, connections to other machines are encrypted if the server supports it. */
  readonly tls?: Tls | false;
  readonly limits?: Limits;
  /** Charged for the event-loop time that its results take. */
  readonly account?: Account;
}

export interface Printer {
  select(select: Select): Printed;
  /** The columns of grouped rows; integer sums may come in the form that {@link wholeSum} reads. */
  groups(select: GroupedSelect): Printed;
  /** Rows as JSON objects; absent if the engine does not write JSON exactly as `JSON.stringify` does. */
  objects?(select: ObjectSelect): Printed;
  /**
   * Parameters are the column values in order, row by row. The value of `key` is returned as the new key on engines
   * that need to be told.
   */
  insert(insert: Insert, key: string | null): string;
  /**
   * Inserts a row with an auto-increment key, and a row of another table whose first column gets that key, in one
   * statement or in two consecutive ones. Parameters are the values of the first row, then those of the second without
   * its first column.
   */
  insertTied(first: Insert, key: string, second: Insert): readonly string[];
  /** Parameters are the column values in order, then those of the condition. */
  update(update: Update): Printed;
  delete(statement: Delete): Printed;
}

/** Statements that change tables. */
export interface Ddl {
  create(table: Table): string[];
  /** Drops a table with its indexes, if they are given. */
  drop(table: string, indexes?: readonly TableIndex[]): string[];
  /** Turns one version of a table into another; rows keep the values of the remaining columns. */
  alter(before: Table, after: Table): string[];
  /** Sets the next value of an auto-increment column. */
  count(table: string, column: string, next: bigint): string[];
  /** Copies columns of all rows into a new table, which has an index over the key, if one is given. */
  keep(from: string, to: string, columns: readonly string[], key: string | null): string[];
  /** Renames a table with its rows to a name with {@link KEPT_PREFIX}, so that none of its index names stays in use. */
  retire(table: Table, to: string): string[];
  /** The reverse of {@link retire}. */
  revive(table: Table, from: string): string[];
  /** Makes an auto-increment column continue after its largest value, if the engine does not do so by itself. */
  recount?(table: string, column: string): string[];
  /** Copies all rows into an empty table with the same columns. */
  copy(from: string, to: string, columns: readonly string[]): string[];
  /** Sets columns in those rows that another table contains, matched by key. */
  fill(from: string, to: string, key: string, columns: readonly string[]): string[];
  /** The effort of {@link alter}. */
  effort(before: Table, after: Table): Effort;
}

/** The effort of altering a table. */
export interface Effort {
  /** Whether it rewrites every row. */
  readonly rewrites: boolean;
  /** How many indexes it builds from all rows, not counting those of a table that it rewrites. */
  readonly builds: number;
  /** How many text indexes it builds from all rows. */
  readonly texts?: number;
  /** What has to wait meanwhile: nothing, writes, or reads and writes. */
  readonly locks: 'none' | 'writes' | 'all';
  /** The approximate number of rows of some hundred bytes that it rewrites, and indexes, per second. */
  readonly pace: { readonly rewrites: number; readonly builds: number; readonly texts?: number };
}

/** A value of a key that another row has. */
export interface TakenKey {
  readonly table: string;
  readonly value: string;
}

/** A database failure in engine-independent terms. */
export type DatabaseFailure =
  /**
   * A unique or primary key is violated; `columns` names its columns. `taken` is given by engines that may check keys only
   * at the end of a transaction.
   */
  | { readonly kind: 'unique'; readonly columns: readonly string[]; readonly taken?: TakenKey }
  | { readonly kind: 'notNull'; readonly column: string }
  /**
   * The engine rejects a value: too long, out of range, or of the wrong type. If the definition of a table exceeds a
   * limit of the engine, `limit` says which.
   */
  | { readonly kind: 'value'; readonly limit?: string }
  /** A foreign key refuses the change: an item refers to one that does not exist. */
  | { readonly kind: 'reference' }
  /** A trigger or a policy of row level security refuses the change. */
  | { readonly kind: 'refused' }
  /** All rows of a table were to be read, but row level security hides some from the account. */
  | { readonly kind: 'hidden' }
  /** The account lacks a privilege. */
  | { readonly kind: 'forbidden' }
  /** The engine computes the column itself. */
  | { readonly kind: 'computed' }
  /** The statement refers to a table or column that does not exist: the schema has changed. */
  | { readonly kind: 'schema' }
  /** Something else depends on what was to be dropped or changed; `dependents` names it in the engine's words. */
  | { readonly kind: 'dependedOn'; readonly dependents: string }
  /** Worth retrying: locked, deadlocked, or a serialisation failure. */
  | { readonly kind: 'busy' }
  /** The disk is full; reads still work. */
  | { readonly kind: 'full' }
  /** The database is read-only; reads still work. */
  | { readonly kind: 'readOnly' }
  /** The statement exceeded its time limit and would do so again. */
  | { readonly kind: 'late' }
  /** The rows of the statement have more bytes than the server keeps in memory for one statement. */
  | { readonly kind: 'tooLarge' }
  | { readonly kind: 'unreachable' };

/** Builds a text index that already exists by adding the rows of its table. */
export interface TextBuild {
  /** Adds some rows without blocking the server. Returns whether the index is complete. */
  step(): Promise<boolean>;
}

/** An engine. Each folder has the same few files. */
export interface Dialect {
  readonly engine: Engine;
  readonly capabilities: Capabilities;
  readonly printer: Printer;
  readonly ddl: Ddl;
  /** Lists all tables except Octavo's internal ones. */
  introspect(reader: Reader): Promise<Table[]>;
  /** Single-column foreign keys of all tables. */
  foreignKeys(reader: Reader): Promise<ForeignKey[]>;
  /**
   * Whether anything else in the database, such as a foreign key or a view, refers to a table and would follow it to a
   * new name.
   */
  isReferredTo(reader: Reader, table: string): Promise<boolean>;
  /**
   * The views that cannot be read, with the reason; absent on engines that themselves refuse to break a view, and on
   * those where a broken view is usual.
   */
  unreadableViews?(reader: Reader): Promise<ReadonlyMap<string, string>>;
  /** A value from the default of a column, for a new row; absent if an insert returns what its default gave. */
  valueByDefault?(reader: Reader, table: string, column: Column): Promise<Stored>;
  /** The next auto-increment value of each table, by table name. */
  counters(reader: Reader): Promise<ReadonlyMap<string, bigint>>;
  /** The approximate size of the database in bytes; reads no rows. */
  size(reader: Reader): Promise<number>;
  /**
   * Drops tables that may refer to each other, even in circles, and all views of their database or, on engines with
   * schemas, of their schema. Throws a failure of the kind `dependedOn` if something elsewhere depends on them.
   */
  dropTables(connection: Connection, tables: readonly string[]): Promise<void>;
  /** Why a table can have no text indexes, in words; null if it can. */
  textIndexObstacle(reader: Reader, table: Table): Promise<string | null>;
  /** Continues building a text index; absent if indexes are complete as soon as they exist. */
  textBuild?(database: Database, table: Table, index: TableIndex): TextBuild;
  /** Whether a write to one table can change another, for example through triggers. */
  writesSpread(reader: Reader): Promise<boolean>;
  /** The names of the internal tables that exist, including the dialect's own. */
  internalTables(reader: Reader): Promise<string[]>;
  classify(error: unknown): DatabaseFailure | null;
  /** Opens a database and creates it if it does not exist. Throws what {@link classify} understands. */
  open(address: DatabaseAddress): Promise<Database>;
  /** Opens an existing database. Throws what {@link classify} understands, also if there is none. */
  openExisting(address: DatabaseAddress): Promise<Database>;
  /**
   * Opens a read-only snapshot of an existing database and leaves no trace in it. Throws what {@link classify}
   * understands.
   */
  openSnapshot(address: DatabaseAddress): Promise<Snapshot>;
  /** Whether a database exists; false only if that is certain. */
  exists(address: DatabaseAddress): Promise<boolean>;
  /** Deletes a database with everything in it. It must not be open anywhere. */
  destroy(address: DatabaseAddress): Promise<void>;
}
