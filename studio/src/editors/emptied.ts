import { inject } from 'vue';
import { formKey } from '../item/form.ts';
import type { Field } from '../model/field.ts';

/**
 * The value of an emptied text: null if nothing is stored, so that a field that was filled by mistake is unchanged; the empty
 * text if a text is stored, because its column may not accept null. Two items cannot both hold the empty text in a unique
 * field, so it becomes null there.
 */
export const emptied = (stored: unknown, { isUnique }: Pick<Field, 'isUnique'>): '' | null =>
  stored === null || stored === undefined || (isUnique && stored !== '') ? null : '';

/** The same for an editor: by its form, or by its initial value if it has no form. */
export function useEmptied(field: Field, first: unknown): () => '' | null {
  const form = inject(formKey, null);
  const isInForm = form?.collection.field(field.name) === field;
  return () => emptied(isInForm ? form?.stored.value[field.name] : first, field);
}
