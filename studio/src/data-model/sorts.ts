import type { CollectionRow } from '../model/collection.ts';
import type { RelationRow } from '../model/relation.ts';

/** The kind of a collection: many items, one item, a junction, translations, hidden, or not managed yet. */
export type Sort = 'list' | 'single' | 'junction' | 'translations' | 'hidden' | 'unmanaged';

/** The kind of a collection. */
export function sortOf(row: CollectionRow, relations: readonly RelationRow[]): Sort {
  if (!row.managed) return 'unmanaged';
  if (isJunction(row.collection, relations)) return 'junction';
  if (isTranslations(row)) return 'translations';
  if (row.hidden) return 'hidden';
  return row.single ? 'single' : 'list';
}

const isJunction = (name: string, relations: readonly RelationRow[]): boolean =>
  relations.some((row) => row.collection_many === name && row.junction_field !== null && row.junction_field !== '');

const isTranslations = ({ hidden, fields }: CollectionRow): boolean =>
  hidden && Object.values(fields).some(({ type }) => type.toLowerCase() === 'lang');

/** The project's own collections. */
export const isOwn = ({ collection }: CollectionRow): boolean => !collection.startsWith('directus_');
