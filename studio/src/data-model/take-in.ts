import { t } from '../i18n/messages.ts';
import type { CollectionRow } from '../model/collection.ts';
import type { FieldRow } from '../model/field.ts';
import type { Change } from './change.ts';
import { type Definition, isInteger, type StoredField, takesLength } from './definition.ts';
import { interfacesOf } from './options.ts';

/** The change that lets Octavo manage a table without changing its columns. */
export const takeIn = (row: CollectionRow): Change => ({
  title: t('data-model.takeInTitle', { name: row.collection }),
  verb: t('data-model.takeIn'),
  done: t('data-model.takenIn', { name: row.collection }),
  steps: [
    {
      method: 'POST',
      path: '/collections',
      body: {
        collection: row.collection,
        fields: Object.values(row.fields).map((field) => asItIs(field as StoredField)),
      },
    },
  ],
});

/** The definition of a column as it is. */
function asItIs(field: StoredField): Definition {
  const { datatype } = field;
  const by = field.primary_key ? 'primary-key' : interfacesOf(field.type.toLowerCase(), '')[0];
  return {
    field: field.field,
    type: field.type.toLowerCase(),
    datatype,
    ...(takesLength(datatype) && field.length !== null && { length: field.length }),
    ...(isInteger(datatype) && { signed: field.signed }),
    interface: isLong(field) ? 'textarea' : by,
    required: field.required,
    unique: field.unique,
    ...(field.primary_key && { primary_key: true, auto_increment: field.auto_increment }),
    ...(field.default_value !== null && !field.primary_key && { default_value: field.default_value }),
  };
}

const isLong = ({ type, datatype }: FieldRow): boolean => type === 'string' && /TEXT$/i.test(datatype ?? '');
