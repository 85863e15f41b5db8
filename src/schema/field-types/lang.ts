import type { FieldType } from '../field.ts';

/** The language of a translation, which the query parameter `lang` selects by. */
export const lang: FieldType = { name: 'lang', column: true, single: true };
