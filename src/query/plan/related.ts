import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { primaryKeyOf } from '../../schema/schema.ts';
import { isIndexed } from '../../schema/table-index.ts';
import type { Predicate, ToMany } from './plan.ts';

/** A condition on related rows. */
export type Related = Extract<Predicate, { type: 'related' | 'atLeast' | 'relatedToAll' }>;
/** A condition that some related row matches another condition. */
export type SomeRelated = Extract<Related, { type: 'related' }>;

/**
 * Whether related rows are scanned once for all rows, instead of once per row. If many rows share an item that has
 * lists, every further hop would read those lists again for each of the rows; the same holds for a list without an
 * index.
 */
export function isLookedUpOnce(predicate: SomeRelated, parent: Collection): boolean {
  if (!areAlike(tiesOf(predicate, parent))) return false;
  const { relation, collection, where } = predicate;
  if (relation.kind === 'o2m') return !isIndexed(collection.table, relation.foreignKey);
  return where !== null && hasLists(where);
}

/** The fields that join rows to related ones: the collection's, and the related collection's. */
export function tiesOf({ field, relation, collection }: SomeRelated, parent: Collection): readonly [Field, Field] {
  return relation.kind === 'm2o'
    ? [field, primaryKeyOf(collection)]
    : [primaryKeyOf(parent), foreignKeyOf(relation, collection)];
}

/** The field of related rows that holds the parent's key. */
export function foreignKeyOf({ foreignKey }: ToMany, related: Collection): Field {
  return related.byName.get(foreignKey) ?? primaryKeyOf(related);
}

/** Whether engines can use an index to compare the two columns. */
export function areAlike([one, other]: readonly [Field, Field]): boolean {
  return one.kind === other.kind && one.column?.collation === other.column?.collation;
}

/** Whether a condition examines lists of related rows. */
function hasLists(predicate: Predicate): boolean {
  switch (predicate.type) {
    case 'and':
    case 'or':
      return predicate.of.some(hasLists);
    case 'not':
      return hasLists(predicate.of);
    case 'namesItem':
      return hasLists(predicate.where);
    case 'atLeast':
    case 'relatedToAll':
      return true;
    case 'related':
      return predicate.relation.kind === 'o2m' || (predicate.where !== null && hasLists(predicate.where));
    default:
      return false;
  }
}
