import type { Column } from './column.ts';
import { choices } from './column-length.ts';
import type { Kind } from './datatypes.ts';
import { kinds } from './kinds.ts';
import type { Stored } from './stored.ts';

/** Parses a value to compare a column with; undefined if the text is none. */
export function operand(text: string, kind: Kind, column: Column | null): Stored | undefined {
  if (column?.strict && !isOfType(text, column)) return undefined;
  const value = kinds[kind].operand(text);
  return column?.single && typeof value === 'number' ? Math.fround(value) : value;
}

/** A uuid is 32 digits, of which any four may be followed by a hyphen. */
const UUID = /^\{?(?:[0-9a-f]{4}-?){7}[0-9a-f]{4}\}?$/i;

/** Whether a text is a value of a type of the engine; of other types, only the engine itself knows. */
function isOfType(text: string, column: Column): boolean {
  if (column.datatype === 'UUID') return UUID.test(text.trim());
  return column.datatype !== 'ENUM' || choices(column).includes(text);
}
