import type { FieldType } from '../field.ts';

/** Text. */
export const string: FieldType = { name: 'string', column: true };
