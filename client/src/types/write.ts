import type { ManyName, OneName, Schema, Target } from './schema.ts';

/** An item as it is read, with every field that has a column. */
export type Item<S extends Schema<S>, C extends keyof S> = S[C]['fields'];

type Name<S extends Schema<S>, C extends keyof S> = keyof S[C]['fields'] | keyof S[C]['write'];

/** A value to write. A relation to one item takes a key, or the item itself. */
type Value<S extends Schema<S>, C extends keyof S, K> =
  | (K extends keyof S[C]['write'] ? S[C]['write'][K] : K extends keyof S[C]['fields'] ? S[C]['fields'][K] : never)
  | (K extends OneName<S, C> ? Patch<S, Target<S, C, K>> : never);

/** Values of fields with a column, with the comments of the schema. */
type Values<S extends Schema<S>, C extends keyof S, Names> = {
  -readonly [K in keyof S[C]['fields'] as K extends Names ? K : never]: Value<S, C, K>;
} & {
  [K in Exclude<keyof S[C]['write'], keyof S[C]['fields']> as K extends Names ? K : never]: Value<S, C, K>;
};

/** Lists of related items: entries with a key change that item, others create one, `$delete` deletes. */
type Lists<S extends Schema<S>, C extends keyof S, Without> = {
  [K in Exclude<ManyName<S, C>, Without>]?: (
    | (Patch<S, Target<S, C, K>> & { $delete?: boolean })
    | KeyOf<S, Target<S, C, K>>
  )[];
};

type KeyOf<S extends Schema<S>, C extends keyof S> = S[C]['fields'][S[C]['key'] & keyof S[C]['fields']];

type Unknown = Record<string, unknown>;

/** A new item. */
export type Create<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? Unknown
  : Required<Values<S, C, S[C]['required']>> &
      Partial<Values<S, C, Exclude<Name<S, C>, S[C]['noCreate'] | S[C]['required']>>> &
      Lists<S, C, S[C]['noCreate']>;

/** A change of an item. */
export type Patch<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? Unknown
  : Partial<Values<S, C, Exclude<Name<S, C>, S[C]['noUpdate']>>> & Lists<S, C, S[C]['noUpdate']>;

/** A key of an item, as a path takes it. */
export type Key = string | number;
