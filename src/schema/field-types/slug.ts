import type { FieldType } from '../field.ts';

/** Text for URLs, derived from another field if its options name one. */
export const slug: FieldType = { name: 'slug', column: true };
