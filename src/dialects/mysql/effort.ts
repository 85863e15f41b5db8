import type { Column, Table } from '../../schema/column.ts';
import { datatypeOf } from '../../schema/datatypes.ts';
import type { Effort } from '../dialect.ts';
import { declaredType } from './types.ts';

/** Measured on one core of a small virtual machine with tables of five columns, and rounded down. */
const PACE = { rewrites: 60_000, builds: 400_000 };
/** VARCHAR columns up to this size have one byte for the length, and others two. */
const ONE_BYTE = 63;

interface Alteration {
  /** The number of keys and indexes that are added. */
  readonly builds: number;
  /** Whether the definition of a column that stays changes. */
  redefines(before: Column, after: Column): boolean;
}

/**
 * The effort of ALTER TABLE. Adding columns is instant. Removing a column or changing its nullability rebuilds the
 * table in place, and changing a datatype copies the table and blocks writers.
 */
export function effortOf(before: Table, after: Table, { builds, redefines }: Alteration): Effort {
  const pairs = after.columns.flatMap((column) => {
    const old = before.columns.find(({ name }) => name === column.name);
    return old && redefines(old, column) ? [[old, column] as const] : [];
  });
  const copies = pairs.some(([old, column]) => isCopied(old, column));
  const kept = new Set(after.columns.map(({ name }) => name));
  const rebuilds = pairs.some(isRebuilt) || before.columns.some(({ name }) => !kept.has(name));
  const rewrites = copies || rebuilds;
  return { rewrites, builds: rewrites ? 0 : builds, locks: copies ? 'writes' : 'none', pace: PACE };
}

/** Whether a column gets another type, except for a longer text whose length takes the same number of bytes. */
function isCopied(old: Column, column: Column): boolean {
  if (declaredType(old) === declaredType(column)) return old.autoIncrement !== column.autoIncrement;
  const isText = old.datatype === 'VARCHAR' && column.datatype === 'VARCHAR';
  const [had, has] = [Number(old.arguments), Number(column.arguments)];
  return !(isText && datatypeOf('VARCHAR').kind === 'text' && has >= had && (had > ONE_BYTE || has <= ONE_BYTE));
}

const isRebuilt = ([old, column]: readonly [Column, Column]): boolean =>
  old.nullable !== column.nullable || old.primaryKey !== column.primaryKey;
