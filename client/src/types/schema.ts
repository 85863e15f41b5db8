/** The type that `octavo types` writes for each collection. */
export interface Table {
  /** Name of the primary key. */
  key: string;
  /** Every field with a column, with the type of the returned value. */
  fields: object;
  /** Fields that hold the key of an item, and the collection of that item. */
  one: Readonly<Record<string, string>>;
  /** Lists of related items: their collection, and the field there that refers back. */
  many: Readonly<Record<string, readonly [collection: string, field: string]>>;
  /** Fields that a new item must have. */
  required: string;
  /** Fields that a new item cannot have, because the server sets them or the caller may not. */
  noCreate: string;
  /** Fields that cannot be changed. */
  noUpdate: string;
  /** Values to write, for fields that are not returned or whose returned values have another type. */
  write: object;
}

/** The collections of a project by name. */
export type Schema<S> = { [C in keyof S]: Table };

/** The schema of a client without a given one: everything is permitted, nothing is known. */
export type Untyped = Record<string, UntypedTable>;

interface UntypedTable {
  key: string;
  fields: Record<string, unknown>;
  one: Record<never, never>;
  many: Record<never, never>;
  required: never;
  noCreate: never;
  noUpdate: never;
  write: Record<never, never>;
}

/** The collections below `/items`. */
export type CollectionName<S> = string extends keyof S ? string : Exclude<keyof S & string, `directus_${string}`>;

/** The fields of to-one relations. */
export type OneName<S extends Schema<S>, C extends keyof S> = keyof S[C]['one'] & string;

/** The collection on the other side of a relation. */
export type Target<S extends Schema<S>, C extends keyof S, K> = (K extends keyof S[C]['one']
  ? S[C]['one'][K]
  : K extends keyof S[C]['many']
    ? S[C]['many'][K][0]
    : never) &
  keyof S;

/**
 * The types of a collection. Types that follow relations take this type, because the compiler then looks each
 * collection up once.
 */
export type TableOf<S extends Schema<S>, C> = C extends keyof S ? S[C] : never;
