import type { Caller } from '../permissions/caller.ts';
import type { Policies } from '../permissions/policies.ts';
import type { CollectionPolicy, Policy } from '../permissions/policy.ts';
import type { Collection } from '../schema/collection.ts';
import type { RoleRules } from '../schema/role-rules.ts';
import type { Schema } from '../schema/schema.ts';
import type { Settings } from '../schema/settings.ts';
import type { Webhooks } from '../schema/webhooks.ts';
import type { Lru } from '../shared/lru.ts';
import type { CompiledRead } from './read/compiled-read.ts';

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

/** A cached compiled read, with what it was built from. */
export interface CachedPlan {
  readonly compiled: CompiledRead;
  readonly nullsLast: boolean;
  readonly collections: ReadonlyMap<string, Collection | undefined>;
  readonly policies: ReadonlyMap<string, CollectionPolicy>;
  /** The names of all collections, if the plan depends on which exist. */
  readonly names: readonly string[] | null;
  /** The catalogue for which it was last validated. */
  catalog: Catalog;
}
