import type { Field } from './field.ts';

/** A value as drivers take and give it. */
export type Stored = string | number | bigint | boolean | Uint8Array | null;

/** What a write knows besides the payload: who writes, and when. */
export interface Stamp {
  /** Id of the calling user; 0 for the public. */
  readonly user: number;
  /** `YYYY-MM-DD HH:MM:SS`, UTC. */
  readonly now: string;
}

/**
 * One of the service's field types: what it adds to the datatype of its column. Everything is optional; a type that
 * says nothing behaves as its column does. (Contract, S-101 and T-1.)
 */
export interface FieldType {
  readonly name: string;
  /** False for types without a column: alias, group, o2m, translation. */
  readonly column: boolean;
  /** At most one field of this type in a collection. */
  readonly single?: true;
  /** Lists the items of another collection that point here. */
  readonly toMany?: true;
  /** Always points to an item of this system collection. */
  readonly target?: 'directus_users' | 'directus_files';
  /** The server fills it in: a payload that lacks it is complete. */
  readonly automatic?: true;
  /** Why a value that is not null cannot be stored, in the contract's words; undefined when it can. */
  validate?(value: unknown, field: Field): string | undefined;
  /** Whether arrays and objects are values of this type. */
  readonly structured?: true;
  /** The stored form of a value that passed {@link validate}. */
  store?(value: unknown, field: Field): Stored;
  /** The answered form of a stored value; absent where the column's own form is right. */
  read?(stored: Stored): unknown;
  /** The value on creation, whatever the caller sent. */
  onCreate?(stamp: Stamp): Stored;
  /** The value on every change, whatever the caller sent. */
  onUpdate?(stamp: Stamp): Stored;
}
