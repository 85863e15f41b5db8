import type { Field } from './field.ts';

/** A value as drivers accept and return it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null;

/** How a database can write a stored value as JSON: as a number, as a text, as a boolean, or as a list of texts. */
export type JsonForm = 'integer' | 'text' | 'truth' | 'list';

/** The context of a write: who makes it, and when. */
export interface Stamp {
  /** Id of the calling user; 0 for the public. */
  readonly user: number;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly now: string;
}

/**
 * One of the field types: what it adds to the datatype of its column. Everything is optional; by default, a type
 * behaves as its column does. (Contract, S-101 and T-1.)
 */
export interface FieldType {
  readonly name: string;
  /** False for types without a column: alias, group, o2m, translation. */
  readonly column: boolean;
  /** At most one field of this type in a collection. */
  readonly single?: true;
  /** A list of items of another collection that refer to this one. */
  readonly toMany?: true;
  /** Always refers to an item of this system collection. */
  readonly target?: 'directus_users' | 'directus_files';
  /** Filled in by the server; a payload may omit it. */
  readonly automatic?: true;
  /** Why a non-null value cannot be stored, in the contract's words; undefined if it can. */
  validate?(value: unknown, field: Field): string | undefined;
  /** Whether arrays and objects are values of this type. */
  readonly structured?: true;
  /** The stored form of a value that passed {@link validate}. */
  store?(value: unknown, field: Field): Stored;
  /** The external form of a stored value; absent if the column's own is right. */
  read?(stored: Stored): unknown;
  /** The form that writes what {@link read} returns, for columns whose own form is `of`. */
  readonly form?: { readonly of: JsonForm; readonly as: JsonForm };
  /** The value on creation, regardless of the payload. */
  onCreate?(stamp: Stamp): Stored;
  /** The value on every change, regardless of the payload. */
  onUpdate?(stamp: Stamp): Stored;
}
