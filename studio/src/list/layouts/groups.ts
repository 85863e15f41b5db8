import { choicesOf } from '../../editors/choices.ts';
import { t } from '../../i18n/messages.ts';
import type { Collection } from '../../model/collection.ts';
import type { Field } from '../../model/field.ts';
import type { Permissions } from '../../model/permissions.ts';
import type { Status } from '../../model/status.ts';

import { fieldOption, type LayoutParameters, narrowed, type Row } from './layout.ts';

/** A column of a board: the items of which a field has a value. */
export interface Group {
  /** As text; null for items without a value. */
  readonly value: string | null;
  readonly label: string;
  readonly status: Status | null;
  /** The value that is written when an item is moved here. */
  readonly written: unknown;
}

/** The fields by which a board can be divided: the status, and fields of a few known values. */
export const groupFields = (collection: Collection, permissions: Permissions): readonly Field[] =>
  collection.fields.filter(
    (field) => permissions.mayRead(field) && !field.isAlias && (field === collection.status || isChoice(field)),
  );

/** Each column is a list of its own, with its own request. */
const MAX_COLUMNS = 50;

function isChoice({ type, options }: Field): boolean {
  if (type === 'boolean') return true;
  const count = ['string', 'integer', 'lang'].includes(type) ? choicesOf(options).length : 0;
  return count > 0 && count <= MAX_COLUMNS;
}

/** The field that divides a board. */
export function groupField(collection: Collection, permissions: Permissions, options: Row): Field | null {
  const fields = groupFields(collection, permissions);
  const chosen = fieldOption(collection, options, 'group');
  return (
    fields.find(({ name }) => name === chosen) ??
    fields.find((field) => field === collection.status) ??
    fields[0] ??
    null
  );
}

/** The columns for a field. Statuses that count as deleted have one only if the list shows them. */
export function groupsOf(
  collection: Collection,
  field: Field,
  permissions: Permissions,
  { status }: LayoutParameters,
): readonly Group[] {
  if (field === collection.status) {
    const asked = status ? status.split(',') : null;
    const isShown = (each: Status): boolean => asked?.includes('*') || (asked?.includes(each.value) ?? !each.isDeleted);
    return permissions.statusesOf(collection).filter(isShown).map(statusGroup);
  }
  const none = { value: null, label: t('layout.without', { field: field.label }), status: null, written: null };
  return [...choiceGroups(field), ...(field.isRequired || field.type === 'boolean' ? [] : [none])];
}

const statusGroup = (status: Status): Group => ({
  value: status.value,
  label: status.label,
  status,
  written: status.value,
});

function choiceGroups(field: Field): readonly Group[] {
  if (field.type === 'boolean')
    return [false, true].map((value) => ({
      value: value ? '1' : '0',
      label: t('common.labelled', { name: field.label, text: t(value ? 'common.yes' : 'common.no') }),
      status: null,
      written: value,
    }));
  return choicesOf(field.options).map(({ value, label }) => ({
    value,
    label,
    status: null,
    written: field.type === 'integer' ? Number(value) : value,
  }));
}

/** The parameters of a list that has the items of one column. */
export function inGroup(
  collection: Collection,
  field: Field,
  group: Group,
  parameters: LayoutParameters,
): LayoutParameters {
  if (field === collection.status) return { ...narrowed(parameters), status: group.value ?? '' };
  return narrowed(parameters, { [field.name]: group.value === null ? { null: true } : { eq: group.value } });
}

/** The value of a row in the field, as the columns name it. */
export function groupValue(field: Field, row: Row): string | null {
  const value = row[field.name];
  if (value === null || value === undefined) return null;
  return typeof value === 'boolean' ? (value ? '1' : '0') : String(value);
}
