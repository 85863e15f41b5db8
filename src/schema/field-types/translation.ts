import type { FieldType } from '../field.ts';

/** The translations of an item: one item per language in another collection. */
export const translation: FieldType = { name: 'translation', column: false, toMany: true, structured: true };
