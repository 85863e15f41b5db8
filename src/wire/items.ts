import type { TUnsafe } from 'typebox';
import type { Item } from '../query/shape/decoder.ts';
import type { Shape } from './shape.ts';

/**
 * A reference to items. Collections differ by project and by caller, so a shape only refers to them: by a `$ref` that
 * {@link itemRef} prints and {@link parseItemRef} parses. The creator of a document replaces it by a schema.
 */
export interface ItemRef {
  /** The form of the items: as read, for creation, or for a change. */
  readonly form: ItemForm;
  /** A collection; null for the one that the path parameter `collection` names. */
  readonly collection: string | null;
}

export type ItemForm = 'read' | 'create' | 'update';

const SCHEME = 'octavo:';
const IN_PATH = ':collection';

const itemRef = ({ form, collection }: ItemRef): string => `${SCHEME}${form}/${collection ?? IN_PATH}`;

/** Parses a `$ref` to items; null for any other. */
export function parseItemRef(ref: string): ItemRef | null {
  const [, form, collection] = /^octavo:(read|create|update)\/(.+)$/.exec(ref) ?? [];
  if (form === undefined || collection === undefined) return null;
  return { form: form as ItemForm, collection: collection === IN_PATH ? null : collection };
}

const refTo =
  (form: ItemForm, collection: string | null): Shape<TUnsafe<Item>> =>
  (t) =>
    t.Unsafe<Item>({ $ref: itemRef({ form, collection }) });

/** An item of a collection as it is read. Null stands for the collection in the path, here and below. */
export const itemOf = (collection: string | null) => refTo('read', collection);

/** A new item of a collection. */
export const newItemOf = (collection: string | null) => refTo('create', collection);

/** A change of an item of a collection. */
export const changeOf = (collection: string | null) => refTo('update', collection);

/** Items of a collection. */
export const itemsOf =
  (collection: string | null): Shape =>
  (t) =>
    t.Array(itemOf(collection)(t));

/** An item, or a list if there are several keys in the path, or if several items were sent. */
export const itemOrItemsOf =
  (collection: string | null): Shape =>
  (t) =>
    t.Union([itemOf(collection)(t), itemsOf(collection)(t)]);

/** A new item, or a list of them. */
export const newItemOrItemsOf =
  (collection: string | null): Shape =>
  (t) =>
    t.Union([newItemOf(collection)(t), t.Array(newItemOf(collection)(t))]);
