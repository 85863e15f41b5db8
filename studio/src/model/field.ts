import type { Relation } from './relation.ts';

/** A field of a collection, as Studio uses it. */
export interface Field {
  /** Its id in the schema; null if the schema does not define it. */
  readonly id: number | null;
  readonly collection: string;
  readonly name: string;
  /** What people call it: its translation, or its name as words. */
  readonly label: string;
  readonly type: string;
  /** The name of the interface that the schema sets; null if it sets none. */
  readonly interface: string | null;
  readonly options: Readonly<Record<string, unknown>>;
  readonly note: string;
  readonly isKey: boolean;
  /** The server sets its value: an auto-incremented key. */
  readonly isGenerated: boolean;
  readonly isRequired: boolean;
  readonly isReadonly: boolean;
  readonly isUnique: boolean;
  readonly isHiddenInForm: boolean;
  readonly isHiddenInList: boolean;
  /** Fields of this type have no column. */
  readonly isAlias: boolean;
  readonly width: Width;
  /** The name of the field that groups it. */
  readonly group: string | null;
  readonly sort: number;
  readonly length: number | null;
  readonly defaultValue: unknown;
  /** A regular expression that values must match, as the schema writes it. */
  readonly validation: string | null;
  readonly relation: Relation | null;
}

export const WIDTHS = ['half', 'half-left', 'half-right', 'half-space', 'full', 'fill'] as const;
export type Width = (typeof WIDTHS)[number];

/** A field as the server describes it. */
export interface FieldRow {
  readonly collection: string;
  readonly field: string;
  readonly type: string;
  readonly datatype: string | null;
  readonly interface: string | null;
  readonly options: unknown;
  readonly note: string | null;
  readonly primary_key: boolean;
  readonly auto_increment: boolean;
  readonly unique: boolean;
  readonly required: boolean;
  readonly readonly: boolean;
  readonly hidden_detail: boolean;
  readonly hidden_browse: boolean;
  readonly width: string | null;
  readonly group: number | null;
  readonly id: number | null;
  readonly sort: number | null;
  readonly length: string | number | null;
  readonly default_value: unknown;
  readonly validation: string | null;
  readonly translation: unknown;
}
