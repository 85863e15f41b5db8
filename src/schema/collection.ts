import type { Table } from './column.ts';
import type { Field } from './field.ts';

/** The row of `directus_collections` of a collection, typed. */
export interface CollectionRow {
  readonly collection: string;
  readonly managed: boolean;
  readonly hidden: boolean;
  readonly single: boolean;
  readonly icon: string | null;
  readonly note: string | null;
  readonly translation: unknown;
}

/** The meaning of a status, from the options of the status field. */
export interface StatusMeaning {
  readonly softDelete: boolean;
  readonly requiresFields: boolean;
}

/** The status field of a collection and its mapping. */
export interface StatusField {
  readonly field: Field;
  readonly statuses: ReadonlyMap<string, StatusMeaning>;
}

/** A collection: a table with its metadata. */
export interface Collection {
  readonly name: string;
  readonly system: boolean;
  /** Null for tables that are not registered. */
  readonly row: CollectionRow | null;
  readonly table: Table;
  /** Columns in the order of the table, then fields without a column. */
  readonly fields: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  /** Null for a table without a single-column primary key: it can be listed, but items cannot be addressed. */
  readonly primaryKey: Field | null;
  readonly status: StatusField | null;
  readonly owner: Field | null;
  readonly sort: Field | null;
}
