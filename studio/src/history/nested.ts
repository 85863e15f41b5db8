import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';
import type { NestedRevision } from './entries.ts';
import type { TitleOf } from './title-of.ts';

/** The titles of the items in one of an item's lists that a write has changed. */
export interface ListChange {
  readonly label: string;
  readonly titles: readonly string[];
}

/** The lists that a write has changed, with the titles of the items that were added or changed. */
export function listChanges(
  schema: Schema,
  collection: Collection,
  nested: readonly NestedRevision[],
  titleOf: TitleOf,
): readonly ListChange[] {
  const lists = collection.fields.filter(({ relation }) => relation && relation.kind !== 'to-one');
  return lists.flatMap((field) => {
    const titles = nested
      .filter((row) => holderOf(field) === row.collection)
      .map((row) => titleIn(schema, field, row, titleOf));
    return titles.length > 0 ? [{ label: field.label, titles: [...new Set(titles)] }] : [];
  });
}

/** The collection whose rows a list is made of. */
function holderOf({ relation }: Field): string | null {
  if (relation?.kind === 'to-many') return relation.collection;
  return relation?.kind === 'many-to-many' ? relation.junction : null;
}

/** The title of the other item for a row of a junction, otherwise that of the row, with its language if it has one. */
function titleIn(
  schema: Schema,
  { relation }: Field,
  { data, item, collection }: NestedRevision,
  titleOf: TitleOf,
): string {
  if (relation?.kind === 'many-to-many') {
    const other = data[relation.theirs];
    return titleOf(
      relation.collection,
      typeof other === 'object' && other !== null ? (other as { id: unknown }).id : other,
    );
  }
  const own = schema.collection(collection)?.title.render(data) || item;
  const language = schema.collection(collection)?.fields.find(({ type }) => type === 'lang')?.name;
  return language && data[language] ? `${own} (${String(data[language])})` : own;
}
