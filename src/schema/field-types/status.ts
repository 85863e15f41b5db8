import type { FieldType } from '../field.ts';

/** The status of an item; its options say which statuses hide an item from lists. */
export const status: FieldType = { name: 'status', column: true, single: true };
