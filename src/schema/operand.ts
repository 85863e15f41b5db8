import type { Column } from './column.ts';
import type { Kind } from './datatypes.ts';
import { kinds } from './kinds.ts';
import type { Stored } from './stored.ts';

/** Parses a value to compare a column with; undefined if the text is none. */
export function operand(text: string, kind: Kind, column: Column | null): Stored | undefined {
  const value = kinds[kind].operand(text);
  return column?.single && typeof value === 'number' ? Math.fround(value) : value;
}
