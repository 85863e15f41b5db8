import type { FieldType } from '../field.ts';

/** An integer. */
export const integer: FieldType = { name: 'integer', column: true };
