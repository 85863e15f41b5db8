import { plainDecimal } from '../shared/plain-decimal.ts';
import { isExactMoment, momentName } from './exact-moment.ts';
import type { Field } from './field.ts';
import { keyText } from './key-text.ts';
import type { Stored } from './stored.ts';

/** A text that is the same for equal keys of a field, although clients and statements may write them differently. */
export function keyName(key: Stored, field: Field): string {
  const { kind, column } = field;
  if (isExactMoment(field)) return momentName(key);
  if (kind === 'decimal') return plainDecimal(String(key));
  if (kind === 'float') return key === null ? '' : String(Number(key));
  return column?.datatype === 'UUID'
    ? String(key)
        .replace(/[^\da-f]/gi, '')
        .toLowerCase()
    : keyText(key);
}

/**
 * Whether a key of a field can be written in only one way, apart from spaces. For an engine's own types, only the
 * engine knows which values are equal.
 */
export function hasOneForm({ kind, type, column }: Field): boolean {
  if (type.name === 'boolean') return false;
  if (column?.strict) return column.datatype !== 'UUID';
  return kind === 'integer' || kind === 'bigint' || (kind === 'text' && !column?.loose);
}
