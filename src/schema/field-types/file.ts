import type { FieldType } from '../field.ts';

/** The key of a file. */
export const file: FieldType = { name: 'file', column: true, target: 'directus_files' };
