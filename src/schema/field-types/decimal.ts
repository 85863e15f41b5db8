import type { FieldType } from '../field.ts';

/** A fractional number, exact if its column is. */
export const decimal: FieldType = { name: 'decimal', column: true };
