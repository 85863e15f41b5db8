import type { Source } from '../../persistence/source.ts';
import { type Operator, operatorNamed } from '../../query/operators.ts';
import { parseParameters } from '../../query/parse/parameters.ts';
import { parseQuery, withFilter } from '../../query/parse/query.ts';
import type { Payload } from '../../query/plan/write/payload.ts';
import type { Collection } from '../../schema/collection.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { asText } from '../../shared/text.ts';
import { readFound } from '../items/read.ts';

const EQUALS = operatorNamed('eq');
const IS_NULL = operatorNamed('null');
const IS_ONE_OF = operatorNamed('in');

/**
 * The keys of the first two items with these values, among those that the caller may read, whatever their status.
 * Throws the errors of a list.
 */
export function keysWith(source: Source, collection: Collection, by: Payload): Promise<string[]> {
  return keysWhere(source, collection, EQUALS, by);
}

/**
 * Throws the errors of a list unless the caller may find items by these fields. No value is compared, because none is
 * valid for every type of field.
 */
export async function requireFindable(source: Source, collection: Collection, names: readonly string[]): Promise<void> {
  await keysWhere(source, collection, IS_NULL, Object.fromEntries(names.map((name) => [name, '1'])));
}

async function keysWhere(source: Source, collection: Collection, operator: Operator, by: Payload): Promise<string[]> {
  const { name: key } = primaryKeyOf(collection);
  const found = parseQuery(parseParameters(`fields=${encodeURIComponent(key)}&status=*&limit=2`));
  const conditions = Object.keys(by).map((name, index) => ({
    path: [name],
    operator,
    first: index,
    count: 1,
    or: false,
  }));
  const query = withFilter(found, { conditions, values: Object.values(by).map(asText) });
  const { items } = await readFound(source, collection, query);
  return items.map((item) => asText(item[key]));
}

/**
 * The keys of items by the text of a field, among the items that the caller may read, whatever their status. Empty if
 * the result would be ambiguous: the database takes two of the texts for the same, or an item matches none of them
 * exactly. Throws the errors of a list.
 */
export async function keysByText(
  source: Source,
  collection: Collection,
  field: string,
  texts: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { name: key } = primaryKeyOf(collection);
  const fields = [key, field].map(encodeURIComponent).join();
  const found = parseQuery(parseParameters(`fields=${fields}&status=*&limit=${texts.length + 1}`));
  const condition = { path: [field], operator: IS_ONE_OF, first: 0, count: texts.length, or: false };
  const { items } = await readFound(source, collection, withFilter(found, { conditions: [condition], values: texts }));
  const keys = new Map(items.map((item) => [asText(item[field]), asText(item[key])]));
  const isCertain = keys.size === items.length && [...keys.keys()].every((text) => texts.includes(text));
  return isCertain && new Set(texts.map(plainText)).size === texts.length ? keys : new Map();
}

/** The form of a text in which databases that ignore case and accents compare it. */
export const plainText = (text: string): string => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
