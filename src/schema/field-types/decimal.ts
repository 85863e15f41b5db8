import type { FieldType } from '../field-type.ts';

/** A number with a fraction, exact where its column is. */
export const decimal: FieldType = { name: 'decimal', column: true };
