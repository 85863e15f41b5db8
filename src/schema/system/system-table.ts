import type { Table } from '../column.ts';
import { type TableSource, tableFrom } from '../table-source.ts';

/** A row of `directus_fields` in a fresh project; absent properties have the value of {@link FIELD_DEFAULTS}. */
interface SystemField {
  readonly id: number;
  readonly field: string;
  readonly type: string;
  readonly interface?: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly locked?: 0;
  readonly validation?: string;
  readonly required?: 1;
  readonly readonly?: 1;
  readonly hidden_detail?: 1;
  readonly hidden_browse?: 1;
  readonly sort?: number;
  readonly width?: string;
  readonly note?: string;
}

export const FIELD_DEFAULTS = {
  interface: null,
  options: null,
  locked: 1,
  validation: null,
  required: 0,
  readonly: 0,
  hidden_detail: 0,
  hidden_browse: 0,
  sort: null,
  width: 'full',
  group: null,
  note: null,
  translation: null,
} as const;

export interface SystemTable extends Table {
  readonly fields: readonly SystemField[];
}

/** Builds the definition of a system table from its short form. (Contract, S-120 and S-121.) */
export function systemTable({ fields, ...source }: TableSource & Pick<SystemTable, 'fields'>): SystemTable {
  return { ...tableFrom(source), fields };
}
