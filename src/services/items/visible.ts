import { ApiError } from '../../errors/api-error.ts';
import { readOutlines } from '../../persistence/read/whole.ts';
import type { Source } from '../../persistence/source.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery } from '../../query/parse/query.ts';
import { toKey } from '../../query/plan/write/keys.ts';
import type { Item } from '../../query/shape/decoder.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { isVisible } from './guard.ts';
import { itemsOrNone } from './items-or-none.ts';
import { readByKeys } from './read-by-keys.ts';

/**
 * The item with this key, if the caller may read it: its key, its status and the given other fields, as they are stored.
 */
export async function visibleItem(
  source: Source,
  collection: Collection,
  key: string,
  fields: readonly string[] = [],
): Promise<Item | undefined> {
  if (toKey(collection, key) === null) return undefined;
  const [found] = (await readOutlines(source, collection, [key], fields)).values();
  return found && (await isVisible(source, collection, key, found).catch(invisible)) ? found : undefined;
}

/** A role that may read only its own items sees none in a collection without an owner field. */
function invisible(error: unknown): false {
  if (error instanceof ApiError && error.entry === 'readDenied') return false;
  throw error;
}

/** Those of the given keys whose items the caller may read. */
export async function visibleKeys(
  source: Source,
  collection: Collection,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const { name } = primaryKeyOf(collection);
  const query = parseQuery(parseParameters(`limit=-1&fields=${encodeURIComponent(name)}`));
  // The first key is repeated, because a single key would be read as one item, which may be missing.
  const twice = [...keys, keys[0] ?? ''];
  const items = await itemsOrNone(() => readByKeys(source, collection.name, twice, query, { statuses: '*' }));
  return new Set(items.map((item) => asText(item[name])));
}
