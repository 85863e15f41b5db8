import { type Collection, type CollectionRow, collectionOf } from './collection.ts';
import type { RelationRow } from './relation.ts';

/** The collections of a project that the caller may see. */
export interface Schema {
  readonly collections: readonly Collection[];
  readonly collection: (name: string) => Collection | undefined;
}

/** Builds a schema from the server's descriptions. */
export function schemaOf(rows: readonly CollectionRow[], relations: readonly RelationRow[], language: string): Schema {
  const collections = rows
    .map((row) => collectionOf(row, relations, language))
    .filter((collection) => collection !== null);
  const byName = new Map(collections.map((collection) => [collection.name, collection]));
  return { collections, collection: (name) => byName.get(name) };
}
