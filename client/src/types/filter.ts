import type { Schema, Table, TableOf } from './schema.ts';

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

/** Moments and numbers may also be given as texts. */
type Compared<V> = V extends object ? string : V | (V extends number ? `${number}` : never);

/** Conditions on the fields of an item and, nested, on those of related ones. */
type Conditions<S extends Schema<S>, T extends Table> = {
  [K in keyof T['fields']]?:
    | Operand<Compared<T['fields'][K]>>
    | (K extends keyof T['one'] ? Conditions<S, TableOf<S, T['one'][K]>> : never);
} & {
  [K in keyof T['many']]?: CompareList | Conditions<S, TableOf<S, T['many'][K][0]>>;
} & Alternatives<S, T>;

interface Alternatives<S extends Schema<S>, T extends Table> {
  and?: readonly Conditions<S, T>[];
  or?: readonly Conditions<S, T>[];
}

/**
 * Conditions on items: fields with values or comparisons, nested conditions on related items, and lists of
 * alternatives.
 */
export type Filter<S extends Schema<S>, C extends keyof S> = string extends keyof S
  ? Record<string, unknown>
  : Conditions<S, S[C]>;
