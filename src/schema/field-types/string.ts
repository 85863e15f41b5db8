import type { FieldType } from '../field-type.ts';

/** Text. */
export const string: FieldType = { name: 'string', column: true };
