import type { Schema, Table, TableOf } from './schema.ts';

type Head<F> = F extends `${infer H}.${string}` ? H : F;
type Tail<F, K> = F extends `${infer H}.${infer Rest}` ? (H extends K | '*' ? Rest : never) : never;
type Left<F> = F extends `-${infer N}` ? N : never;

/** The names that a level selects: `*` is every field with a column, and `-name` excludes one. */
type Selected<T extends Table, F> = Exclude<'*' extends Head<F> ? keyof T['fields'] | Head<F> : Head<F>, Left<F>>;

type Dotted<F> = Extract<F, `${string}.${string}`>;

/** A relation without a dot is expanded to its key as soon as another entry of its level has a dot. */
type One<S extends Schema<S>, T extends Table, F> = [F] extends [never] ? KeyOnly<T> | null : Row<S, T, F> | null;

type KeyOnly<T extends Table> = Pick<T['fields'], T['key'] & keyof T['fields']>;

type Stored<S extends Schema<S>, T extends Table, D, Keys extends keyof T['fields']> = {
  [K in Keys]: K extends keyof T['one'] ? One<S, TableOf<S, T['one'][K]>, Tail<D, K>> : T['fields'][K];
};

type Lists<S extends Schema<S>, T extends Table, D, Keys extends keyof T['many']> = {
  [K in Keys]: Listed<S, TableOf<S, T['many'][K][0]>, Tail<D, K>, T['many'][K][1]>[];
};

/** An entry of a list. If the list is only named, it contains the key that refers back. */
type Listed<S extends Schema<S>, T extends Table, F, Back> = [F] extends [never]
  ? Pick<T['fields'], Back & keyof T['fields']>
  : Row<S, T, F>;

/** The lists that are returned if some entry of the level has a dot. */
type ListNames<T extends Table, F, D> = ('*' extends Head<D> ? keyof T['many'] : Selected<T, F>) & keyof T['many'];

type Both<A, B> = keyof B extends never ? A : { [K in keyof A | keyof B]: K extends keyof A ? A[K] : B[K & keyof B] };

/** The fields of a level. Without any dot, relations are stored keys, and no lists are returned. */
type Level<S extends Schema<S>, T extends Table, F, D, Names> = [D] extends [never]
  ? Pick<T['fields'], Names & keyof T['fields']>
  : Both<Stored<S, T, D, Names & keyof T['fields']>, Lists<S, T, D, ListNames<T, F, D>>>;

/** An item as returned for a list of `fields`. */
type Row<S extends Schema<S>, T extends Table, F> = Level<S, T, F, Dotted<F>, Selected<T, F>>;

/** The result for a list of entries; without entries, every field with a column. */
export type Answer<S extends Schema<S>, C extends keyof S, F extends readonly string[]> = string extends keyof S
  ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known without a schema
    any
  : string extends F[number]
    ? S[C]['fields']
    : [F[number]] extends [never]
      ? S[C]['fields']
      : Row<S, S[C], F[number]>;
