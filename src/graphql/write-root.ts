import type { GraphQLResolveInfo } from 'graphql';
import type { Context } from '../persistence/context.ts';
import { renewed } from '../persistence/renewed.ts';
import type { Query } from '../query/ast.ts';
import { parseQuery } from '../query/parse/query.ts';
import type { ReadResult } from '../services/items/read.ts';
import { createItems, deleteItems, updateItems } from '../services/items/write.ts';
import type { GraphCollection } from './model.ts';
import type { WriteRoots } from './mutations.ts';
import { listed } from './read-root.ts';
import { fieldPaths } from './selection.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * Each field of a mutation is a transaction of its own, like a request to the collection. The caller's access may have
 * ended during earlier ones.
 */
export const writeRoots: WriteRoots = {
  async create(context, collection, { items }, info) {
    const payloads = (items as readonly Given[]).map((item) => payloadOf(collection, item));
    if (payloads.length === 0) return [];
    const once = onceFor(await renewed(context), info);
    return shown(await createItems(once, collection.collection.name, payloads, selected(collection, info)));
  },
  async update(context, collection, { ids, set }, info) {
    const keys = ids as readonly string[];
    if (keys.length === 0) return [];
    const payload = payloadOf(collection, set as Given);
    const present = await renewed(context);
    return shown(await updateItems(present, collection.collection.name, keys, payload, selected(collection, info)));
  },
  async delete(context, collection, { ids }) {
    await deleteItems(await renewed(context), collection.collection.name, ids as readonly string[]);
    return ids;
  },
};

/** Renames the fields of a payload to those of the collection. */
function payloadOf({ fields }: GraphCollection, given: Given): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [fields.get(name)?.field.name ?? name, value]),
  );
}

function selected(collection: GraphCollection, info: GraphQLResolveInfo): Query {
  return parseQuery({ fields: listed(fieldPaths(info, collection, info.fieldNodes)) });
}

/** Null if the written item may not be read. */
function shown(result: ReadResult | null): unknown {
  if (!result) return null;
  return Array.isArray(result.data) ? result.data : [result.data];
}

/** The fields of a document share its `Idempotency-Key`, but each has its own answer. */
function onceFor(context: Context, { path }: GraphQLResolveInfo): Context {
  const { write } = context;
  const { once } = write;
  return once ? { ...context, write: { ...write, once: { ...once, path: `${once.path}#${path.key}` } } } : context;
}
