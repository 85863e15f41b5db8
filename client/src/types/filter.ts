import type { ManyName, OneName, Schema, Target } from './schema.ts';

/** Conditions on the value of a field. All of them must hold. */
export interface Compare<V> {
  eq?: V | null;
  neq?: V | null;
  lt?: V;
  lte?: V;
  gt?: V;
  gte?: V;
  in?: readonly V[];
  nin?: readonly V[];
  between?: readonly [V, V];
  nbetween?: readonly [V, V];
  contains?: string;
  ncontains?: string;
  rlike?: string;
  nrlike?: string;
  null?: true;
  nnull?: true;
  empty?: true;
  nempty?: true;
  and?: readonly Compare<V>[];
  or?: readonly Compare<V>[];
}

/** Conditions on a list of related items. */
interface CompareList {
  all?: readonly (string | number)[];
  has?: number;
  nhas?: number;
  empty?: true;
  nempty?: true;
}

type Operand<V> = V | Compare<NonNullable<V>>;

/** Moments and numbers are compared as texts, too. */
type Compared<V> = V extends object ? string : V | (V extends number ? `${number}` : never);

/** What must hold of the items: fields with values or comparisons, related items nested, and lists of alternatives. */
export type Filter<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? Record<string, unknown>
  : {
      [K in keyof S[C]['fields']]?:
        | Operand<Compared<S[C]['fields'][K]>>
        | (K extends OneName<S, C> ? Filter<S, Target<S, C, K>> : never);
    } & {
      [K in ManyName<S, C>]?: CompareList | Filter<S, Target<S, C, K>>;
    } & {
      and?: readonly Filter<S, C>[];
      or?: readonly Filter<S, C>[];
    };
