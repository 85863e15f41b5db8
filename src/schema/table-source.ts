import { type Column, parseDeclaration, type Table } from './column.ts';
import { octavoIndex } from './table-index.ts';

/** A column in short form; absent flags are false. */
export interface ColumnSource {
  readonly type: string;
  readonly primaryKey?: true;
  readonly autoIncrement?: true;
  readonly nullable?: true;
  readonly default?: string;
  readonly unique?: true;
}

/** A table in short form. */
export interface TableSource {
  readonly name: string;
  readonly columns: Readonly<Record<string, ColumnSource>>;
  readonly uniqueTogether: readonly (readonly string[])[];
  /** Indexed columns. */
  readonly indexes?: readonly (readonly string[])[];
}

/** Expands a table from its short form. */
export function tableFrom({ name, columns, uniqueTogether, indexes = [] }: TableSource): Table {
  return {
    name,
    uniqueTogether,
    indexes: indexes.map((names) => octavoIndex(name, names)),
    columns: Object.entries(columns).map(([key, column]) => toColumn(key, column)),
  };
}

function toColumn(name: string, column: ColumnSource): Column {
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
