import type { Octavo, Untyped } from '@octavo/client';
import { pathOf } from '../api/items.ts';
import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';
import type { Values } from './form.ts';

/** Items of a collection that refer to another item by a field. */
export interface Referring {
  readonly collection: Collection;
  readonly field: Field;
}

const SHOWN = 5;

/**
 * The fields of other collections that may hold the key of an item, without those that the server sets itself, and those
 * whose items the form lists anyway.
 */
export function referringTo(schema: Schema, name: string): Referring[] {
  const lists = new Set(
    schema.collection(name)?.fields.flatMap((field) => (field.isAlias && !field.isHiddenInForm ? field.name : [])),
  );
  const isReference = ({ relation, isReadonly }: Field): boolean =>
    relation?.kind === 'to-one' && relation.collection === name && !isReadonly && !lists.has(relation.back ?? '');
  return schema.collections.flatMap((collection) =>
    collection.isSystem ? [] : collection.fields.filter(isReference).map((field) => ({ collection, field })),
  );
}

/** Some of the items that refer to an item, and whether there are more. */
export async function referringItems(
  client: Octavo<Untyped>,
  { collection, field }: Referring,
  key: string,
): Promise<{ readonly items: readonly Values[]; readonly hasMore: boolean }> {
  const fields = [collection.key.name, ...collection.title.paths].join();
  const query = { fields, limit: SHOWN + 1, sort: `-${collection.key.name}`, filter: { [field.name]: { eq: key } } };
  const items = await client.request<Values[]>('GET', pathOf(collection.name), query);
  return { items: items.slice(0, SHOWN), hasMore: items.length > SHOWN };
}
