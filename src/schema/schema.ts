import { ApiError } from '../errors/api-error.ts';
import type { Collection } from './collection.ts';
import type { Field, FieldRow } from './field.ts';
import type { RelationRow } from './relation-row.ts';

/** Looks up collections by name. */
export interface Collections {
  readonly collections: Pick<ReadonlyMap<string, Collection>, 'get' | 'keys'>;
}

/** The schema of a project at one moment. Immutable; a change produces a new one. */
export interface Schema {
  readonly version: number;
  readonly collections: ReadonlyMap<string, Collection>;
  readonly relations: readonly RelationRow[];
  /** Rows of `directus_fields` without a column or an alias type: descriptions of settings. */
  readonly looseFields: readonly FieldRow[];
}

/** The collection with a name; error 200 if there is none. */
export function collectionOf(schema: Collections, name: string): Collection {
  const collection = schema.collections.get(name);
  if (!collection) throw new ApiError('collectionNotFound', { collection: name });
  return collection;
}

/** The primary key of a collection; error 12 if the table has none. */
export function primaryKeyOf(collection: Collection): Field {
  if (!collection.primaryKey) throw new ApiError('noPrimaryKey');
  return collection.primaryKey;
}
