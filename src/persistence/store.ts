import type { ProjectConfig } from '../config/project-config.ts';
import type { Connection, Database, Dialect, Snapshot } from '../dialects/dialect.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { ItemsService } from '../extensions/types.ts';
import type { Connector } from '../net/connector.ts';
import type { Caller } from '../permissions/caller.ts';
import type { Policies } from '../permissions/policies.ts';
import type { Policy } from '../permissions/policy.ts';
import type { Table } from '../schema/column.ts';
import type { Stored } from '../schema/field-type.ts';
import type { RoleRules } from '../schema/role-rules.ts';
import type { Schema } from '../schema/schema.ts';
import type { Settings } from '../schema/settings.ts';
import type { TableStep } from '../schema/table-step.ts';
import type { Webhooks } from '../schema/webhooks.ts';
import type { Background } from '../shared/background.ts';
import type { BoundedMemory } from '../shared/bounded-memory.ts';
import type { EpochLru } from '../shared/epoch-lru.ts';
import type { Lru } from '../shared/lru.ts';
import type { Semaphore } from '../shared/semaphore.ts';
import type { StorageConfig } from '../storage/config.ts';
import type { Storage } from '../storage/storage.ts';
import type { AssetFile } from './asset-file.ts';
import type { Change } from './changes.ts';
import type { Context, Scope } from './context.ts';
import type { IndexAdvice } from './read/index-advice.ts';
import type { CachedPlan } from './read/plans.ts';
import type { Draft } from './schema-change/draft.ts';
import type { Source } from './source.ts';
import type { UndoLog } from './undo-log.ts';

/**
 * Everything loaded about a project at one moment. Immutable except for its cached plans; a change creates a new
 * catalogue.
 */
export interface Catalog {
  readonly schema: Schema;
  readonly settings: Settings;
  readonly policies: Policies;
  readonly roles: ReadonlyMap<number, RoleRules>;
  readonly webhooks: Webhooks;
  /** The names of the internal tables that exist. */
  readonly internalTables: ReadonlySet<string>;
  /** What a caller may do. */
  policy(caller: Caller): Policy;
  /** Shared by the catalogues of a project: each plan records what it was built from. */
  readonly plans: Lru<string, CachedPlan>;
}

/** A schema change in progress: rows are written through the connection, tables changed by steps. */
export interface SchemaChange {
  readonly connection: Connection;
  /** Changes a table: immediately, or after all rows are written. */
  apply(step: TableStep): Promise<void>;
  /** Absent if the transaction can undo everything. */
  readonly undo?: UndoLog;
}

/** The part of a log that background work uses. */
export interface BackgroundLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a server provides to its projects besides their databases. */
export interface Surroundings {
  /** Folder of templates and extensions. */
  readonly extensions: string;
  /** Logs background work. */
  readonly log: BackgroundLog;
  /** Sends requests on behalf of callers. */
  readonly connector: Connector;
  /** Schedules steps of jobs among the projects. */
  readonly steps: Semaphore;
  /** Whether this process delivers the outboxes of projects and works on their jobs; commands leave that to servers. */
  readonly delivers: boolean;
  /** Whether this server serves Studio, so that links may point there. */
  readonly studio: boolean;
  /** Whether extension modules are watched for changes. */
  readonly watchExtensions: boolean;
  /** The maximum size of an uploaded file, in bytes. */
  readonly maxUpload: number;
  /** The memory for cached answers. */
  readonly answers: BoundedMemory;
}

/** The part of a project that is available inside a transaction; it gives no access to the database. */
export interface StoreView {
  readonly project: string;
  readonly config: ProjectConfig;
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  /** Files by their names in URLs; invalidated when files change. */
  readonly assets: EpochLru<AssetFile>;
  readonly storage: Storage;
  readonly storageConfig: StorageConfig;
  readonly surroundings: Surroundings;
  /** Hooks and endpoints; null if there are none. */
  readonly extensions: Extensions | null;
  /** Tells which indexes would help the reads. */
  readonly indexAdvice: IndexAdvice;
  /** Background tasks, which closing the project waits for. */
  readonly background: Background;
  /** Use cases that the rooms below `services` call. */
  readonly calls: Calls;
}

/** The part of a project that use cases work on. */
export interface Store extends StoreView {
  readonly database: Database;
  /** The folder of the project's backups. */
  readonly backups: string;
  /** Opens a view of the present state of the database, in a session of its own. Error 11. */
  snapshot(): Promise<Snapshot>;
  /**
   * Called after every commit with its changes: invalidates caches and notifies the consumers of changes. With `reread`
   * false the catalogue has already been reloaded.
   */
  committed(context: Context, changes: readonly Change[], reread?: boolean): Promise<void>;
  /**
   * Runs `work` exclusively among schema changes, then reloads the catalogue. Rows and tables change atomically, even
   * if the server crashes. With a draft, everything is rolled back: throws `Drafted`.
   */
  changingSchema<T>(work: (change: SchemaChange) => Promise<T>, draft?: Draft): Promise<T>;
  /** Reports that a catalogue no longer fits the tables; reloads it unless that has been done. */
  outdated(catalog: Catalog): Promise<void>;
  /** Resolves when every due job of the outbox has been tried, or after the timeout. */
  outboxSettled(timeoutMs: number): Promise<void>;
  /** Creates an internal table if it is missing; must be called before a transaction begins. Error 11. */
  internalTable(table: Table): Promise<void>;
  /** Whether an internal table exists. */
  hasInternalTable(table: Table): Promise<boolean>;
  /** Reloads the catalogue if another process has written; null if there is nothing to wait for. */
  refresh(): Promise<void> | null;
}

/** Use cases that the rooms below `services`, and extensions, call; set when a project is opened. */
export interface Calls {
  /** The computed `data` of a file, from its stored columns. */
  fileData(scope: Scope, columns: Readonly<Record<string, Stored>>): unknown;
  /** The items of a collection for an extension, read from and written to the source. */
  items(source: Source, collection: string): ItemsService;
}
