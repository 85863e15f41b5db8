import type { FieldType } from '../field-type.ts';

/** The place of an item in its collection; lists without a sort follow it. */
export const sort: FieldType = { name: 'sort', column: true, single: true };
