import type { Schema, Table, TableOf } from './schema.ts';

/** An item as it is read, with every field that has a column. */
export type Item<S extends Schema<S>, C extends keyof S> = S[C]['fields'];

/** A value to write. A to-one relation takes a key, or the item itself. */
type Value<S extends Schema<S>, T extends Table, K> =
  | (K extends keyof T['write'] ? T['write'][K] : K extends keyof T['fields'] ? T['fields'][K] : never)
  | (K extends keyof T['one'] ? Change<S, TableOf<S, T['one'][K]>> : never);

/** Values of fields with a column, with the comments of the schema. */
type Values<S extends Schema<S>, T extends Table, Names extends keyof T['fields']> = {
  -readonly [K in Names]?: Value<S, T, K>;
};

/** Values of fields that are only written. */
type Unread<S extends Schema<S>, T extends Table, Without> = {
  [K in Exclude<keyof T['write'], keyof T['fields'] | Without>]?: Value<S, T, K>;
};

/** The required fields of a new item. */
type Needed<S extends Schema<S>, T extends Table> = {
  -readonly [K in T['required'] & keyof T['fields']]-?: Value<S, T, K>;
} & { [K in Exclude<T['required'] & keyof T['write'], keyof T['fields']>]: Value<S, T, K> };

/** Lists of related items: entries with a key change that item, others create one, and `$delete` deletes one. */
type Lists<S extends Schema<S>, T extends Table, Without> = {
  [K in Exclude<keyof T['many'], Without>]?: Entry<S, TableOf<S, T['many'][K][0]>>[];
};

type Entry<S extends Schema<S>, T extends Table> =
  | (Change<S, T> & { $delete?: boolean })
  | T['fields'][T['key'] & keyof T['fields']];

/** The fields that may be written, without some names. */
type Writable<S extends Schema<S>, T extends Table, Without> = Values<S, T, Exclude<keyof T['fields'], Without>> &
  Unread<S, T, Without> &
  Lists<S, T, Without>;

type Change<S extends Schema<S>, T extends Table> = Writable<S, T, T['noUpdate']>;

type Unknown = Record<string, unknown>;

/** A new item. */
export type Create<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? Unknown
  : Needed<S, S[C]> & Writable<S, S[C], S[C]['noCreate']>;

/** A change of an item. */
export type Patch<S extends Schema<S>, C extends keyof S> = string extends keyof S ? Unknown : Change<S, S[C]>;

/** The key of an item, as used in paths. */
export type Key = string | number;
