import type { FieldType } from '../field-type.ts';

/** The language of a translation; the query parameter `lang` selects by it. */
export const lang: FieldType = { name: 'lang', column: true, single: true };
