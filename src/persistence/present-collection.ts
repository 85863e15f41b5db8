import type { Collection } from '../schema/collection.ts';
import { collectionOf } from '../schema/schema.ts';
import type { Scope } from './context.ts';

/**
 * The collection with a name in the present catalogue, which a repeated transaction may find changed. Error 200 if there
 * is none.
 */
export const presentCollection = ({ store }: Scope, name: string): Collection =>
  collectionOf(store.catalog.schema, name);
