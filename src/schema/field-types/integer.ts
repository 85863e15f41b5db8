import type { FieldType } from '../field-type.ts';

/** A whole number. */
export const integer: FieldType = { name: 'integer', column: true };
