import { inject } from 'vue';
import { formKey } from '../item/form.ts';
import type { Field } from '../model/field.ts';

/**
 * What an emptied text is: null where nothing is stored, so that a field that was filled by mistake is as it was before; the
 * empty text where a text is stored, whose column may not take null. Two items cannot both hold the empty text in a unique
 * field, so it becomes null there.
 */
export const emptied = (stored: unknown, { isUnique }: Pick<Field, 'isUnique'>): '' | null =>
  stored === null || stored === undefined || (isUnique && stored !== '') ? null : '';

/** The same for an editor: by the form around it, or by the value that it began with where it stands alone. */
export function useEmptied(field: Field, first: unknown): () => '' | null {
  const form = inject(formKey, null);
  const isInForm = form?.collection.field(field.name) === field;
  return () => emptied(isInForm ? form?.stored.value[field.name] : first, field);
}
