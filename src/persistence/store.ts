import type { ProjectConfig } from '../config/project-config.ts';
import type { Database, Dialect, Snapshot } from '../dialects/dialect.ts';
import type { Extensions } from '../extensions/extensions.ts';
import type { ItemsService } from '../extensions/types.ts';
import type { Table } from '../schema/column.ts';
import type { Stored } from '../schema/stored.ts';
import type { Background } from '../shared/background.ts';
import type { EpochLru } from '../shared/epoch-lru.ts';
import type { StorageConfig } from '../storage/config.ts';
import type { Storage } from '../storage/storage.ts';
import type { AssetFile } from './asset.ts';
import type { Catalog } from './catalog.ts';
import type { Change } from './changes.ts';
import type { Context, Scope } from './context.ts';
import type { IndexAdvice } from './read/index-advice.ts';
import type { Draft } from './schema-change/draft.ts';
import type { SchemaChange } from './schema-change/schema-change.ts';
import type { Source } from './source.ts';
import type { Surroundings } from './surroundings.ts';

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
  /** Reports that a catalogue no longer fits the tables; reloads it unless that has been begun since. */
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
