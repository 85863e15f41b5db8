import type { FieldType } from '../field.ts';

/** The position of an item in its collection; lists without a sort use it. */
export const sort: FieldType = { name: 'sort', column: true, single: true };
