import type { ManyName, OneName, Schema, Target } from './schema.ts';

type Relation<S extends Schema<S>, C extends keyof S> = OneName<S, C> | ManyName<S, C>;
type Name<S extends Schema<S>, C extends keyof S> = (keyof S[C]['fields'] & string) | ManyName<S, C>;

/** Whether an entry of `fields` is one of this collection. It follows the entry, so its cost is that of its length. */
type IsPath<S extends Schema<S>, C extends keyof S, P extends string> = P extends `${infer Head}.${infer Rest}`
  ? Head extends Relation<S, C>
    ? IsPath<S, Target<S, C, Head>, Rest>
    : Head extends '*'
      ? Rest extends `*${string}`
        ? true
        : false
      : false
  : P extends '*' | Name<S, C>
    ? true
    : P extends `-${Name<S, C>}`
      ? true
      : false;

/** The names of a level and of the next one, behind what was typed already. */
type Level<S extends Schema<S>, C extends keyof S, Before extends string> =
  | `${Before}${Name<S, C> | '*'}`
  | { [K in Relation<S, C>]: `${Before}${K}.${Name<S, Target<S, C, K>> | '*'}` }[Relation<S, C>];

/** What may stand where an entry that is not complete, or wrong, stands. */
type Suggested<
  S extends Schema<S>,
  C extends keyof S,
  P extends string,
  Before extends string = '',
> = P extends `${infer Head}.${infer Rest}`
  ? Head extends Relation<S, C>
    ? Suggested<S, Target<S, C, Head>, Rest, `${Before}${Head}.`>
    : Level<S, C, Before>
  : Level<S, C, Before>;

/** An entry of `fields`: itself where it is right, else what it might have been. */
export type Path<S extends Schema<S>, C extends keyof S, P extends string> = string extends keyof S
  ? string
  : IsPath<S, C, P> extends true
    ? P
    : Suggested<S, C, P>;

/** A list of entries of `fields`. */
export type Paths<S extends Schema<S>, C extends keyof S, F extends readonly string[]> = {
  readonly [I in keyof F]: Path<S, C, F[I]>;
};

/** An entry of `sort`. */
export type Sort<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? string
  : '?' | `${'' | '-'}${keyof S[C]['fields'] & string}`;
