import type { Column } from './column.ts';
import type { Kind } from './datatypes.ts';
import type { FieldType } from './field-type.ts';

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
