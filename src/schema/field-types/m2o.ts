import type { FieldType } from '../field.ts';

/** The key of an item of another collection. */
export const m2o: FieldType = { name: 'm2o', column: true };
