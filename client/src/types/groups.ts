import type { OneName, Schema } from './schema.ts';

type Field<S extends Schema<S>, C extends keyof S> = keyof S[C]['fields'] & string;
type Part = 'year' | 'quarter' | 'month' | 'week' | 'weekyear' | 'day' | 'weekday' | 'hour' | 'date';

/** An entry of `groupBy`: a field, a field of a related item, or a part of a date. */
export type Grouping<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? string
  : Field<S, C> | `${OneName<S, C>}.${string}` | `${Part}(${Field<S, C>})`;

/** The aggregates of each group: for every function, a list of fields. */
export interface Aggregates<S extends Schema<S>, C extends keyof S> {
  /** `*` counts items; a field counts those in which it is not null. */
  readonly count?: readonly (Field<S, C> | '*')[];
  readonly countDistinct?: readonly Field<S, C>[];
  readonly sum?: readonly Field<S, C>[];
  readonly avg?: readonly Field<S, C>[];
  readonly min?: readonly Field<S, C>[];
  readonly max?: readonly Field<S, C>[];
}

type ValueOf<S extends Schema<S>, C extends keyof S, K> = K extends keyof S[C]['fields'] ? S[C]['fields'][K] : never;

type GroupValue<S extends Schema<S>, C extends keyof S, E> = E extends keyof S[C]['fields']
  ? S[C]['fields'][E] | null
  : E extends `date(${string})`
    ? string | null
    : E extends `${Part}(${string})`
      ? number | null
      : unknown;

type Figure<S extends Schema<S>, C extends keyof S, Name, K> = Name extends 'count' | 'countDistinct'
  ? number
  : Name extends 'avg'
    ? number | null
    : ValueOf<S, C, K> | null;

type Listed<L> = L extends readonly (infer K extends string)[] ? K : never;

/** A group of items: the values that they share, and its aggregates. */
export type Group<S extends Schema<S>, C extends keyof S, G extends readonly string[], A> = string extends keyof S
  ? // biome-ignore lint/suspicious/noExplicitAny: nothing is known without a schema
    any
  : { group: { [E in G[number]]: GroupValue<S, C, E> } } & {
      -readonly [Name in keyof A]: { [K in Listed<A[Name]>]: Figure<S, C, Name, K> };
    };
