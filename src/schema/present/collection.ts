import type { Collection } from '../collection.ts';
import { compositeIndexes } from '../table-index.ts';
import { fieldMap } from './field.ts';

/** A collection object as sent to clients. */
type CollectionObject = Readonly<Record<string, unknown>>;

/** A collection as returned after a change: without its fields. (Contract, S-17.) */
export function shortForm(collection: Collection): CollectionObject {
  const { row } = collection;
  return {
    collection: collection.name,
    managed: row?.managed ?? false,
    hidden: row?.hidden ?? false,
    single: row?.single ?? false,
    icon: row?.icon ?? null,
    note: row?.note ?? null,
    translation: row?.translation ?? null,
  };
}

/** Adds the indexes over several columns, which are only shown on request. */
export function withIndexes(form: CollectionObject, { table }: Collection): CollectionObject {
  return { ...form, indexes: compositeIndexes(table) };
}

/** A collection as returned after a change, with its indexes if the change concerns them. (Contract, S-57.) */
export function writtenForm(collection: Collection, payload: CollectionObject): CollectionObject {
  const form = shortForm(collection);
  return payload.indexes === undefined ? form : withIndexes(form, collection);
}

/** A collection as returned in lists: with its fields, by name. */
export function fullForm(collection: Collection): CollectionObject {
  const { row } = collection;
  const head = {
    collection: collection.name,
    note: row?.note ?? null,
    hidden: row?.hidden ?? false,
    single: row?.single ?? false,
    managed: row?.managed ?? false,
    fields: fieldMap(collection),
  };
  const [icon, translation] = [row?.icon ?? null, row?.translation ?? null];
  return row ? { ...head, icon, translation } : { ...head, translation, icon };
}
