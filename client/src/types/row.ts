import type { ManyName, OneName, Schema, Target } from './schema.ts';

type Head<F> = F extends `${infer H}.${string}` ? H : F;
type Tail<F, K extends string> = F extends `${infer H}.${infer Rest}` ? (H extends K | '*' ? Rest : never) : never;
type Left<F> = F extends `-${infer N}` ? N : never;

/** The names that a level selects: `*` is every field with a column, `-name` leaves one out. */
type Selected<S extends Schema<S>, C extends keyof S, F> = Exclude<
  '*' extends Head<F> ? keyof S[C]['fields'] | Head<F> : Head<F>,
  Left<F>
>;

type Dotted<F> = Extract<F, `${string}.${string}`>;

/** A relation without a dot is expanded to its key as soon as another entry of its level has one. */
type One<S extends Schema<S>, C extends keyof S, K extends string, F, Stored> = [Dotted<F>] extends [never]
  ? Stored
  : [Tail<F, K>] extends [never]
    ? KeyOnly<S, Target<S, C, K>> | null
    : Row<S, Target<S, C, K>, Tail<F, K>> | null;

type KeyOnly<S extends Schema<S>, C extends keyof S> = Pick<S[C]['fields'], S[C]['key'] & keyof S[C]['fields']>;

type Stored<S extends Schema<S>, C extends keyof S, F, Keys extends keyof S[C]['fields']> = {
  [K in Keys]: K extends OneName<S, C> ? One<S, C, K, F, S[C]['fields'][K]> : S[C]['fields'][K];
};

type Lists<S extends Schema<S>, C extends keyof S, F, Keys extends keyof S[C]['many']> = {
  [K in Keys]: [Tail<F, K & string>] extends [never]
    ? BackKey<S, C, K>[]
    : Row<S, Target<S, C, K>, Tail<F, K & string>>[];
};

/** An entry of a list that is only named: the key that points back. */
type BackKey<S extends Schema<S>, C extends keyof S, K extends keyof S[C]['many']> = S[C]['many'][K] extends readonly [
  infer T extends keyof S,
  infer Key,
]
  ? Pick<S[T]['fields'], Key & keyof S[T]['fields']>
  : never;

/** The lists that are answered: none unless some entry of the level has a dot. */
type Listed<S extends Schema<S>, C extends keyof S, F> = [Dotted<F>] extends [never]
  ? never
  : (Selected<S, C, F> | ('*' extends Head<Dotted<F>> ? ManyName<S, C> : never)) & keyof S[C]['many'];

type Both<A, B> = keyof B extends never ? A : { [K in keyof A | keyof B]: K extends keyof A ? A[K] : B[K & keyof B] };

/** An item as a list of `fields` answers it. */
export type Row<S extends Schema<S>, C extends keyof S, F> = Both<
  Stored<S, C, F, Extract<Selected<S, C, F>, keyof S[C]['fields']>>,
  Lists<S, C, F, Listed<S, C, F>>
>;

/** The answer to a list of entries; without entries, every field with a column. */
export type Answer<S extends Schema<S>, C extends keyof S, F extends readonly string[]> = string extends keyof S
  ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known without a schema
    any
  : string extends F[number]
    ? S[C]['fields']
    : [F[number]] extends [never]
      ? S[C]['fields']
      : Row<S, C, F[number]>;
