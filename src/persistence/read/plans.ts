import { type Caller, rightsOf } from '../../permissions/caller.ts';
import type { CollectionPolicy } from '../../permissions/policy.ts';
import type { Query } from '../../query/ast.ts';
import type { PlanContext } from '../../query/plan/context.ts';
import { cursorShape } from '../../query/plan/cursor.ts';
import { priceOf } from '../../query/plan/price.ts';
import { planRead } from '../../query/plan/read.ts';
import { type Reach, reachOf } from '../../query/sql/walk.ts';
import type { Collection } from '../../schema/collection.ts';
import type { CachedPlan, Catalog } from '../catalog.ts';
import { planContext, type Scope } from '../context.ts';
import { budgetFor } from './budget.ts';
import { type CompiledRead, compileRead } from './compiled-read.ts';
import { limitOf, offsetOf } from './paging.ts';

/** The last compiled read for a query. */
interface Latest {
  readonly collection: Collection;
  readonly rights: string;
  readonly compiled: CompiledRead;
}

/** Most requests use one of a few queries, whose objects are cached. */
const latest = new WeakMap<Catalog, WeakMap<Query, Latest>>();

/**
 * The compiled read of a query under the caller's policy. Compiled once per shape and policy, and again when what it
 * depends on changes.
 */
export function compiledFor(context: Scope, collection: Collection, query: Query): CompiledRead {
  const rights = rightsOf(context.caller);
  const ofCatalog = latestIn(context.store.catalog);
  const known = ofCatalog.get(query);
  if (known?.collection === collection && known.rights === rights) return known.compiled;
  const compiled = ofShape(context, collection, query, rights);
  ofCatalog.set(query, { collection, rights, compiled });
  return compiled;
}

function latestIn(catalog: Catalog): WeakMap<Query, Latest> {
  const known = latest.get(catalog);
  if (known) return known;
  const made = new WeakMap<Query, Latest>();
  latest.set(catalog, made);
  return made;
}

function ofShape(context: Scope, collection: Collection, query: Query, rights: string): CompiledRead {
  const { catalog } = context.store;
  const limit = limitOf(catalog.settings, query);
  const { caller } = context;
  const most = limit < 0 ? null : limit;
  const reach = reachOf(offsetOf(catalog.settings, query), most);
  const key = `${rights}|${most ?? ''}|${reach}|${collection.name}|${cursorShape(query)}|${query.shape}`;
  const known = catalog.plans.get(key);
  if (known && (known.catalog === catalog || stillHolds(known, catalog, caller))) return known.compiled;
  const fresh = compile(context, catalog, collection, query, { limit: most, reach });
  // The catalogue may have changed since the request took the collection from it.
  if (stillHolds(fresh, catalog, caller)) catalog.plans.set(key, fresh);
  return fresh.compiled;
}

/** A plan is valid as long as everything that it was built from is the same object. */
function stillHolds(plan: CachedPlan, catalog: Catalog, caller: Caller): boolean {
  const { schema, settings } = catalog;
  const policy = catalog.policy(caller);
  const holds =
    plan.nullsLast === settings.nullsLast &&
    (plan.names === null || areSame(plan.names, [...schema.collections.keys()])) &&
    Array.from(plan.collections).every(([name, known]) => schema.collections.get(name) === known) &&
    Array.from(plan.policies).every(([name, known]) => policy.collection(name) === known);
  if (holds) plan.catalog = catalog;
  return holds;
}

const areSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, index) => name === other[index]);

function compile(
  context: Scope,
  catalog: Catalog,
  collection: Collection,
  query: Query,
  { limit, reach }: { readonly limit: number | null; readonly reach: Reach },
): CachedPlan {
  const seen: Seen = { collections: new Map([[collection.name, collection]]), policies: new Map(), names: null };
  const plan = planRead(watched(planContext(context), seen), collection, query);
  // Charged before the statements are printed, because they may be long.
  budgetFor(catalog.settings, context.caller).charge(priceOf(plan).list);
  const { nullsLast } = catalog.settings;
  const { dialect } = context.store;
  const compiled = compileRead(plan, limit, dialect, { nullsLast, reach, ...dialect.capabilities });
  return { compiled, nullsLast, ...seen, catalog };
}

interface Seen {
  readonly collections: Map<string, Collection | undefined>;
  readonly policies: Map<string, CollectionPolicy>;
  names: readonly string[] | null;
}

/** A context that records which of its parts are used. */
function watched({ schema, policy }: PlanContext, seen: Seen): PlanContext {
  return {
    schema: {
      collections: {
        get(name) {
          const found = schema.collections.get(name);
          seen.collections.set(name, found);
          return found;
        },
        keys() {
          seen.names = [...schema.collections.keys()];
          return schema.collections.keys();
        },
      },
    },
    policy: {
      admin: policy.admin,
      collection(name) {
        const found = policy.collection(name);
        seen.policies.set(name, found);
        return found;
      },
    },
  };
}
