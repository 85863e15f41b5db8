import type { FieldType } from '../field.ts';

/** A field without a column that only the admin app shows. */
export const alias: FieldType = { name: 'alias', column: false };
