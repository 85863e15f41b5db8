import type { Scan } from '../query/plan/work.ts';
import type { Row } from '../query/shape/decoder.ts';
import type { Delete, Insert, Select, Source, Update } from '../query/sql/nodes.ts';
import type { ForeignKey, Table } from '../schema/column.ts';
import type { Stored } from '../schema/field-type.ts';

/** Names that clients and configuration files use for the engines. */
export type Engine = 'sqlite' | 'mysql' | 'postgres';

/** What an engine can do; code above this folder asks here and never for a name. */
export interface Capabilities {
  /** DDL takes part in transactions. */
  readonly transactionalDdl: boolean;
  /** A comparison of rows, `(a, b) > (1, 2)`, is looked up in an index. */
  readonly rowValues: boolean;
  /** The database is a file of this server, not an account on another one. */
  readonly embedded: boolean;
  /** Longest name of a table or column, in bytes of UTF-8. */
  readonly nameBytes: number;
  /** Names that the engine keeps for itself. */
  readonly reservedNames: RegExp;
}

/** The text of a statement and where its parameters come from; made once and run many times. */
export interface Printed {
  readonly text: string;
  readonly sources: readonly Source[];
  /** What it looks through; absent where that is little. */
  readonly scans?: readonly Scan[];
  /** Answers a row for each row that the statement may find, up to {@link MANY_ROWS}; absent where there are few. */
  readonly probe?: Printed;
}

/** Engines that share their thread with the server run statements that find so many rows elsewhere. */
export const MANY_ROWS = 2_000;

export interface Statement {
  readonly text: string;
  readonly parameters: readonly Stored[];
  /** As of {@link Printed}. */
  readonly scans?: readonly Scan[];
  readonly probe?: Statement;
}

export interface WriteResult {
  readonly changes: number;
  /** The keys that the engine gave to inserted rows, in their order; empty where it gave none. */
  readonly keys: readonly Stored[];
}

/** Answers questions. */
export interface Reader {
  all(statement: Statement): Promise<Row[]>;
}

/** Runs statements, one after the other. */
export interface Connection extends Reader {
  run(statement: Statement): Promise<WriteResult>;
}

/** A connection that begins and ends transactions of its own. */
export interface Session extends Connection {
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
}

/**
 * The lock of a transaction that may run concurrently with others: a key that names the row it changes, or null where it
 * only inserts. Such a transaction must not rely on what it reads in other rows, since others may change them.
 */
export interface WriteLock {
  readonly lockKey: string | null;
}

/** An open database. Reads outside a transaction see committed states only. */
export interface Database extends Connection {
  /**
   * Runs `work` in one transaction and rolls back when it throws. The transaction is serialisable with the writers of
   * all processes: what it has read does not change until it ends. With `lock`, engines that can run it concurrently
   * with other transactions that give a lock.
   */
  transaction<T>(work: (connection: Connection) => Promise<T>, lock?: WriteLock): Promise<T>;
  /**
   * Runs `work` alone among all that ask for this, whatever their process; a holder that dies lets go when its last
   * statement has ended. Absent where transactions hold changes of tables: they are alone already. Throws a failure
   * of the kind `busy` when nobody lets go within `timeoutS` seconds.
   */
  withSchemaLock?<T>(timeoutS: number, work: (session: Session) => Promise<T>): Promise<T>;
  /**
   * The rows of a statement, some at a time, as they were when it began. What they are read from is freed when the
   * iteration ends, also when it is left early. Reads beside it are not held up.
   */
  chunks(statement: Statement, size: number): AsyncIterable<Row[]>;
  /** Whether another process has written since the last call; where that costs a round trip, bounded in age. */
  changedByOthers(): Promise<boolean>;
  /** Whether the file of an embedded database has been removed or replaced, as was seen within the last second. */
  isGone?(): boolean;
  close(): Promise<void>;
}

/** One committed state of a database, in a session of its own that can change nothing. */
export interface Snapshot extends Reader {
  /** Rows in batches of at most `size`; memory holds a few of them at a time. */
  batches(statement: Statement, size: number): AsyncIterable<Row[]>;
  close(): Promise<void>;
}

/** How the way to a server is protected. */
export interface Tls {
  /** `verify` encrypts and checks who answers, `require` encrypts, `prefer` encrypts where the server can. */
  readonly mode: 'verify' | 'require' | 'prefer';
  /** Authorities to trust, as PEM text or the path of a file; without it those that Node trusts. */
  readonly ca?: string;
}

/** What a database may take, of connections and of seconds. */
export interface Limits {
  readonly connections?: number;
  readonly connectS?: number;
  readonly statementS?: number;
}

/** How to reach a database; an embedded one is a file. */
export interface DatabaseAddress {
  readonly file?: string;
  readonly host?: string;
  readonly port?: number;
  readonly socket?: string;
  readonly user?: string;
  readonly password?: string;
  readonly name: string;
  /** False for an open way. Without a word, what goes to other machines is encrypted where the server can. */
  readonly tls?: Tls | false;
  readonly limits?: Limits;
}

export interface Printer {
  select(select: Select): Printed;
  /** Parameters are the columns' values in their order, row by row. `key` is answered as the new key where the engine needs to be told. */
  insert(insert: Insert, key: string | null): string;
  /** Parameters are the columns' values in their order, then those of the condition. */
  update(update: Update): Printed;
  delete(statement: Delete): Printed;
}

/** Statements that change tables. */
export interface Ddl {
  create(table: Table): string[];
  drop(table: string): string[];
  /** From one form of a table to another; rows keep the values of the columns that stay. */
  alter(before: Table, after: Table): string[];
  /** Has a counting column give `next` to the next row. */
  count(table: string, column: string, next: bigint): string[];
}

/** What went wrong in the database, in terms that every engine shares. */
export type DatabaseFailure =
  /** A unique or primary key is taken; `columns` names its columns. */
  | { readonly kind: 'unique'; readonly columns: readonly string[] }
  | { readonly kind: 'notNull'; readonly column: string }
  /** The engine refuses the value: too long, out of range, wrong type. */
  | { readonly kind: 'value' }
  /** The statement names a table or a column that is not there: the schema has changed. */
  | { readonly kind: 'schema' }
  /** Worth trying again: locked, deadlocked, serialisation failure. */
  | { readonly kind: 'busy' }
  /** There is no room left for what was to be written; reads go on. */
  | { readonly kind: 'full' }
  /** Nothing can be written; reads go on. */
  | { readonly kind: 'readOnly' }
  /** The statement took longer than it may, and would again. */
  | { readonly kind: 'late' }
  | { readonly kind: 'unreachable' };

/** One engine: the same few files in each folder. */
export interface Dialect {
  readonly engine: Engine;
  readonly capabilities: Capabilities;
  readonly printer: Printer;
  readonly ddl: Ddl;
  /** Leaves out Octavo's own tables. */
  introspect(reader: Reader): Promise<Table[]>;
  /** Constraints over one column, of all tables. */
  foreignKeys(reader: Reader): Promise<ForeignKey[]>;
  /** What the counting column of each table gives next, by the tables' names. */
  counters(reader: Reader): Promise<ReadonlyMap<string, bigint>>;
  /** The names of Octavo's own tables that are there, the dialect's included. */
  internalTables(reader: Reader): Promise<string[]>;
  classify(error: unknown): DatabaseFailure | null;
  /** Opens a database, and makes it when it does not exist. Throws what {@link classify} understands. */
  open(address: DatabaseAddress): Promise<Database>;
  /** Opens a database that exists. Throws what {@link classify} understands, also where there is none. */
  openExisting(address: DatabaseAddress): Promise<Database>;
  /** Looks at a database that exists, and leaves nothing in it. Throws what {@link classify} understands. */
  openSnapshot(address: DatabaseAddress): Promise<Snapshot>;
  /** Whether a database is there already; false only where that is certain. */
  exists(address: DatabaseAddress): Promise<boolean>;
  /** Removes a database that nobody has open, with everything in it. */
  destroy(address: DatabaseAddress): Promise<void>;
}
