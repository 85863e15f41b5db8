import type { Connection, Database, Dialect } from '../dialects/dialect.ts';
import type { Policy } from '../permissions/policy.ts';
import type { Schema } from '../schema/schema.ts';
import type { Settings } from '../schema/settings.ts';
import type { Lru } from '../shared/lru.ts';
import type { CompiledRead } from './items/compiled-read.ts';

/** What is known of a project at one moment. Immutable but for the plans it remembers; a change makes a new one. */
export interface Catalog {
  readonly schema: Schema;
  readonly settings: Settings;
  policy(role: number): Policy;
  readonly plans: Lru<string, CompiledRead>;
}

/** The part of a project that use cases work on. */
export interface Store {
  readonly project: string;
  readonly dialect: Dialect;
  readonly database: Database;
  readonly catalog: Catalog;
  /** Told after every commit which collections were written to; rereads what depends on them. */
  committed(collections: Iterable<string>): Promise<void>;
  /** Runs `work` in a transaction, alone among the changes of the schema, and rereads the catalogue after it. */
  changingSchema<T>(work: (connection: Connection) => Promise<T>): Promise<T>;
  /** Rereads the catalogue when another process has written. */
  refresh(): Promise<void>;
}
