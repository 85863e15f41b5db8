import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import type { Connector } from '../net/connector.ts';
import type { Policy } from '../permissions/policy.ts';
import type { Schema } from '../schema/schema.ts';
import type { Settings } from '../schema/settings.ts';
import type { TableStep } from '../schema/table-step.ts';
import type { EpochLru } from '../shared/epoch-lru.ts';
import type { Lru } from '../shared/lru.ts';
import type { StorageConfig } from '../storage/config.ts';
import type { Storage } from '../storage/storage.ts';
import type { AssetFile } from './assets/asset-file.ts';
import type { CompiledRead } from './items/compiled-read.ts';
import type { UndoLog } from './undo-log.ts';

/** What is known of a project at one moment. Immutable but for the plans it remembers; a change makes a new one. */
export interface Catalog {
  readonly schema: Schema;
  readonly settings: Settings;
  policy(role: number): Policy;
  readonly plans: Lru<string, CompiledRead>;
}

/** A change of the schema under way: rows by the connection, tables by steps. */
export interface SchemaChange {
  readonly connection: Connection;
  /** Changes a table: at once, or when all rows are written. */
  apply(step: TableStep): Promise<void>;
  /** Absent where a transaction undoes everything. */
  readonly undo?: UndoLog;
}

/** What a server allows its callers beyond the database. */
export interface Surroundings {
  /** Makes the requests that callers ask for. */
  readonly connector: Connector;
  /** Largest file that is taken, in bytes. */
  readonly maxUpload: number;
}

/** The part of a project that use cases work on. */
export interface Store {
  readonly project: string;
  readonly dialect: Dialect;
  readonly database: Database;
  readonly catalog: Catalog;
  /** Files by the names that addresses use; forgotten when files change. */
  readonly assets: EpochLru<AssetFile>;
  readonly storage: Storage;
  readonly storageConfig: StorageConfig;
  readonly surroundings: Surroundings;
  /** Told after every commit which collections were written to; rereads what depends on them. */
  committed(collections: Iterable<string>): Promise<void>;
  /**
   * Runs `work` alone among the changes of the schema, and rereads the catalogue after it. Rows and tables change
   * together or not at all, whatever happens to the server meanwhile.
   */
  changingSchema<T>(work: (change: SchemaChange) => Promise<T>): Promise<T>;
  /** Told that a catalogue does not fit the tables any more; rereads it, unless that has been done. */
  outdated(catalog: Catalog): Promise<void>;
  /** Rereads the catalogue when another process has written. */
  refresh(): Promise<void>;
}
