import type { ProjectConfig } from '../config/project-config.ts';
import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { ItemsService } from '../extensions/types.ts';
import type { Connector } from '../net/connector.ts';
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
import type { EpochLru } from '../shared/epoch-lru.ts';
import type { Lru } from '../shared/lru.ts';
import type { StorageConfig } from '../storage/config.ts';
import type { Storage } from '../storage/storage.ts';
import type { AssetFile } from './asset-file.ts';
import type { Change } from './changes.ts';
import type { Context, Scope } from './context.ts';
import type { CachedPlan } from './read/plans.ts';
import type { Source } from './source.ts';
import type { UndoLog } from './undo-log.ts';

/** What is known of a project at one moment. Immutable but for the plans it remembers; a change makes a new one. */
export interface Catalog {
  readonly schema: Schema;
  readonly settings: Settings;
  readonly policies: Policies;
  readonly roles: ReadonlyMap<number, RoleRules>;
  readonly webhooks: Webhooks;
  policy(role: number): Policy;
  /** Shared by the catalogues of a project: each plan knows what it was made of. */
  readonly plans: Lru<string, CachedPlan>;
}

/** A change of the schema under way: rows by the connection, tables by steps. */
export interface SchemaChange {
  readonly connection: Connection;
  /** Changes a table: at once, or when all rows are written. */
  apply(step: TableStep): Promise<void>;
  /** Absent where a transaction undoes everything. */
  readonly undo?: UndoLog;
}

/** The part of a log that work in the background is told to. */
export interface BackgroundLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What a server has for its projects beside their databases. */
export interface Surroundings {
  /** Folder of templates and of what projects are extended by. */
  readonly extensions: string;
  /** Told of what happens in the background. */
  readonly log: BackgroundLog;
  /** Makes the requests that callers ask for. */
  readonly connector: Connector;
  /** Whether what projects send leaves from here; commands leave that to servers. */
  readonly delivers: boolean;
  /** Whether changes of modules of hooks and endpoints are looked for. */
  readonly watchExtensions: boolean;
  /** Largest file that is taken, in bytes. */
  readonly maxUpload: number;
}

/** The part of a project that can be used inside of a transaction: there is no way from here to its database. */
export interface StoreView {
  readonly project: string;
  readonly config: ProjectConfig;
  readonly dialect: Dialect;
  readonly catalog: Catalog;
  /** Files by the names that addresses use; invalidated when files change. */
  readonly assets: EpochLru<AssetFile>;
  readonly storage: Storage;
  readonly storageConfig: StorageConfig;
  readonly surroundings: Surroundings;
  /** Hooks and endpoints; null where there are none. */
  readonly extensions: Extensions | null;
  /** What runs beside requests; waited for when the project is closed. */
  readonly background: Background;
  /** The use cases that lower rooms call by name. */
  readonly calls: Calls;
}

/** The part of a project that use cases work on. */
export interface Store extends StoreView {
  readonly database: Database;
  /**
   * Told after every commit what it has changed: invalidates what is cached of it, and tells the consumers of changes. Without `reread` the
   * catalogue has been read anew already.
   */
  committed(context: Context, changes: readonly Change[], reread?: boolean): Promise<void>;
  /**
   * Runs `work` alone among the changes of the schema, and rereads the catalogue after it. Rows and tables change
   * together or not at all, whatever happens to the server meanwhile.
   */
  changingSchema<T>(work: (change: SchemaChange) => Promise<T>): Promise<T>;
  /** Told that a catalogue does not fit the tables any more; rereads it, unless that has been done. */
  outdated(catalog: Catalog): Promise<void>;
  /** Resolves when what was due in the outbox has been tried, or when the time is up. */
  outboxSettled(timeoutMs: number): Promise<void>;
  /** Makes a table of Octavo's own where it is missing; to be asked before a transaction begins. Error 11. */
  internalTable(table: Table): Promise<void>;
  /** Rereads the catalogue when another process has written. */
  refresh(): Promise<void>;
}

/** What lower rooms and extensions ask of use cases, given when a project is opened. */
export interface Calls {
  /** The computed `data` of a file, out of its stored columns. */
  fileData(scope: Scope, columns: Readonly<Record<string, Stored>>): unknown;
  /** The items of a collection for an extension, which reads and writes where the source leads. */
  items(source: Source, collection: string): ItemsService;
}
