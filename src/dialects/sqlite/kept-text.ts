import type { Column, Table } from '../../schema/column.ts';
import { clausesIn, columnsNamed } from './table-text.ts';
import { declaredType } from './types.ts';

type Native = Readonly<Record<string, string | undefined>>;

/** The changed table with the clauses that another program has declared, except those that name dropped columns. */
export function keepingText(before: Table, after: Table): Table {
  const old = new Map(before.columns.map((column) => [column.name, column]));
  const left = new Set(after.columns.map(({ name }) => name));
  const gone = before.columns.flatMap(({ name }) => (left.has(name) ? [] : [name]));
  const isKept = (text: string): boolean => columnsNamed(text, gone).length === 0;
  const columns = after.columns.map((column) => withKept(old.get(column.name) ?? column, column, isKept));
  const native = before.native ?? after.native;
  if (!native) return { ...after, columns };
  return { ...after, columns, native: { ...native, constraints: native.constraints.filter(isKept) } };
}

function withKept(before: Column, { native: _native, ...column }: Column, isKept: (text: string) => boolean): Column {
  const { type, generated, clauses = '' } = (before.native ?? {}) as Native;
  const kept = clausesIn(clauses).filter(isKept).join(' ');
  const native = {
    ...(type !== undefined && declaredType(before) === declaredType(column) && { type }),
    ...(generated !== undefined && isKept(generated) && { generated }),
    ...(kept !== '' && { clauses: kept }),
  };
  return Object.keys(native).length > 0 ? { ...column, native } : column;
}
