import type { Column } from './column.ts';
import type { Kind } from './datatypes.ts';
import type { JsonForm, Stamp, Stored } from './stored.ts';

/** How a field refers to items of another collection. */
export type FieldRelation =
  | { readonly kind: 'm2o'; readonly collection: string }
  | {
      readonly kind: 'o2m';
      readonly collection: string;
      /** The foreign key field in that collection. */
      readonly foreignKey: string;
      /** The other foreign key, if that collection is a junction. */
      readonly junctionField: string | null;
    };

/** The row of `directus_fields` that describes a field, typed. */
export interface FieldRow {
  readonly id: number;
  readonly collection: string;
  readonly field: string;
  readonly type: string;
  readonly interface: string | null;
  readonly options: unknown;
  readonly locked: boolean;
  readonly validation: string | null;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly hidden_detail: boolean;
  readonly hidden_browse: boolean;
  readonly sort: number | null;
  readonly width: string | null;
  readonly group: number | null;
  readonly note: string | null;
  readonly translation: unknown;
}

/** A field of a collection: a column, a description of it, or both. */
export interface Field {
  readonly collection: string;
  readonly name: string;
  readonly type: FieldType;
  /** Null for fields without a column. */
  readonly column: Column | null;
  /** The kind of the column; null without a column. */
  readonly kind: Kind | null;
  /** Null if the column is not described. */
  readonly row: FieldRow | null;
  readonly relation: FieldRelation | null;
  /** The columns that a computed field is made from; absent for stored fields. */
  readonly madeOf?: readonly string[];
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
  /** A list or an object as the default of a column; undefined if it cannot be one. If absent, it is JSON text. */
  defaultOf?(value: object): string | undefined;
  /** The external form of a stored value; absent if the column's own is right. */
  read?(stored: Stored): unknown;
  /** The form that writes what {@link read} returns, for columns whose own form is `of`. */
  readonly form?: { readonly of: JsonForm; readonly as: JsonForm };
  /** The value on creation, regardless of the payload. */
  onCreate?(stamp: Stamp): Stored;
  /** The value on every change, regardless of the payload. */
  onUpdate?(stamp: Stamp): Stored;
}
