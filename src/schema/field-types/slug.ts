import type { FieldType } from '../field-type.ts';

/** Text for addresses, made from another field where its options name one. */
export const slug: FieldType = { name: 'slug', column: true };
