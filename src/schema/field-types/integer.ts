import type { FieldType } from '../field-type.ts';

/** An integer. */
export const integer: FieldType = { name: 'integer', column: true };
