import type { Source } from '../../persistence/source.ts';
import { operatorNamed } from '../../query/operators.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery, withFilter } from '../../query/parse/query.ts';
import type { Payload } from '../../query/plan/write/validate.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { readFound } from '../items/read.ts';

const EQUALS = operatorNamed('eq');

/**
 * The keys of the first two items that have these values, of those that the caller may read, whatever their status.
 * Errors as of a list.
 */
export async function keysWith(source: Source, collection: Collection, by: Payload): Promise<string[]> {
  const { name: key } = primaryKeyOf(collection);
  const found = parseQuery(parseParameters(`fields=${encodeURIComponent(key)}&status=*&limit=2`));
  const conditions = Object.keys(by).map((name, index) => ({
    path: [name],
    operator: EQUALS,
    first: index,
    count: 1,
    or: false,
  }));
  const query = withFilter(found, { conditions, values: Object.values(by).map(asText) });
  const { items } = await readFound(source, collection, query);
  return items.map((item) => asText(item[key]));
}
