import type { FieldType } from '../field.ts';

/** The items of another collection that refer to this one. */
export const o2m: FieldType = { name: 'o2m', column: false, toMany: true, structured: true };
