import type { Schema, Table, TableOf, Target } from './schema.ts';

type Name<T extends Table> = (keyof T['fields'] & string) | (keyof T['many'] & string);

/**
 * Whether an entry of `fields` is valid for this collection. It follows the entry, so the cost depends only on the
 * entry's length.
 */
type IsPath<S extends Schema<S>, T extends Table, P> = P extends `${infer Head}.${infer Rest}`
  ? Head extends keyof T['one']
    ? IsPath<S, TableOf<S, T['one'][Head]>, Rest>
    : Head extends keyof T['many']
      ? IsPath<S, TableOf<S, T['many'][Head][0]>, Rest>
      : Head extends '*'
        ? Rest extends `*${string}`
          ? true
          : false
        : false
  : P extends keyof T['fields']
    ? true
    : P extends keyof T['many'] | '*'
      ? true
      : P extends `-${infer Without}`
        ? Without extends keyof T['fields'] | keyof T['many']
          ? true
          : false
        : false;

type Relation<T extends Table> = (keyof T['one'] | keyof T['many']) & string;

/** The names of a level and of the next one, prefixed with what has already been typed. */
type Level<S extends Schema<S>, C extends keyof S, Before extends string> =
  | `${Before}${Name<S[C]> | '*'}`
  | { [K in Relation<S[C]>]: `${Before}${K}.${Name<S[Target<S, C, K>]> | '*'}` }[Relation<S[C]>];

/**
 * The completions for an entry that is incomplete or wrong. Error messages name the collection, so this takes the
 * collection's name.
 */
type Suggested<
  S extends Schema<S>,
  C extends keyof S,
  P extends string,
  Before extends string = '',
> = P extends `${infer Head}.${infer Rest}`
  ? Head extends Relation<S[C]>
    ? Suggested<S, Target<S, C, Head>, Rest, `${Before}${Head}.`>
    : Level<S, C, Before>
  : Level<S, C, Before>;

/**
 * An entry of `fields`: itself if it is valid, otherwise its possible completions. Any text yields the names of one
 * level, and nothing is inferred from the completions: compilers evaluate both for every call, right or wrong.
 */
type Checked<S extends Schema<S>, C extends keyof S, P> = P extends string
  ? string extends P
    ? Name<S[C]> | '*'
    : IsPath<S, S[C], P> extends true
      ? P
      : NoInfer<Suggested<S, C, P>>
  : never;

/** A list of entries of `fields`. */
export type Paths<S extends Schema<S>, C extends keyof S, F extends readonly string[]> = string extends keyof S
  ? readonly string[]
  : { readonly [I in keyof F]: Checked<S, C, F[I]> };

/** An entry of `sort`. */
export type Sort<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? string
  : '?' | `${'' | '-'}${keyof S[C]['fields'] & string}`;
