import type { FieldType } from '../field.ts';

/** A field without a column that groups others in the admin app. */
export const group: FieldType = { name: 'group', column: false };
