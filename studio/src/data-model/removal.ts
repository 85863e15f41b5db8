import { t } from '../i18n/messages.ts';
import type { FieldRow } from '../model/field.ts';
import { type Change, fieldPath } from './change.ts';

/** The change that deletes a field. */
export const removal = (collection: string, { field }: FieldRow, label: string): Change => ({
  title: t('data-model.deleteFieldTitle', { name: label }),
  verb: t('data-model.deleteField'),
  done: t('data-model.deletedField', { name: label }),
  name: field,
  steps: [{ method: 'DELETE', path: fieldPath(collection, field) }],
});
