import { type Column, parseDeclaration, type Table } from '../column.ts';
import { ownIndex } from '../table-index.ts';

interface SystemColumn {
  readonly type: string;
  readonly primaryKey?: true;
  readonly autoIncrement?: true;
  readonly nullable?: true;
  readonly default?: string;
  readonly unique?: true;
}

/** A row of `directus_fields` in a fresh project; what is left out has the value of {@link FIELD_DEFAULTS}. */
export interface SystemField {
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

interface SystemTableSource {
  readonly name: string;
  readonly columns: Readonly<Record<string, SystemColumn>>;
  readonly uniqueTogether: readonly (readonly string[])[];
  /** Columns that rows are looked up by. */
  readonly indexes?: readonly (readonly string[])[];
  readonly fields: readonly SystemField[];
}

/** Makes the definition of a system table from its short form. (Facts of the schema, section 1.2.) */
export function systemTable(source: SystemTableSource): SystemTable {
  const { name, uniqueTogether, indexes = [], fields } = source;
  return {
    name,
    uniqueTogether,
    indexes: indexes.map((columns) => ownIndex(name, columns)),
    fields,
    columns: Object.entries(source.columns).map(([key, column]) => toColumn(key, column)),
  };
}

function toColumn(name: string, column: SystemColumn): Column {
  return {
    name,
    ...parseDeclaration(column.type),
    nullable: column.nullable ?? false,
    default: column.default ?? null,
    primaryKey: column.primaryKey ?? false,
    autoIncrement: column.autoIncrement ?? false,
    unique: column.unique ?? false,
    comment: '',
  };
}
