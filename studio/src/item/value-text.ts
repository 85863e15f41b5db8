import { t } from '../i18n/messages.ts';
import type { Field } from '../model/field.ts';
import type { Schema } from '../model/schema.ts';
import { statusesOf } from '../model/status.ts';

/** A value of a field as text, for people to compare with another. */
export function textOf(field: Field, value: unknown, schema: Schema): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return t(value ? 'common.yes' : 'common.no');
  if (field.type === 'status')
    return statusesOf(field).find((status) => status.value === value)?.label ?? String(value);
  if (field.isAlias && Array.isArray(value)) return value.map((row) => rowText(field, row, schema)).join('\n');
  if (field.relation?.kind === 'to-one') return itemText(field.relation.collection, value, schema);
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value);
}

function rowText({ relation }: Field, row: unknown, schema: Schema): string {
  if (relation?.kind === 'to-many') return itemText(relation.collection, row, schema);
  if (relation?.kind !== 'many-to-many' || typeof row !== 'object' || row === null) return String(row);
  const far = (row as Readonly<Record<string, unknown>>)[relation.theirs];
  return itemText(far === undefined ? relation.junction : relation.collection, far ?? row, schema);
}

/** The title of an item, or whatever else identifies it. */
function itemText(collection: string, item: unknown, schema: Schema): string {
  if (typeof item !== 'object' || item === null) return String(item);
  const title = schema.collection(collection)?.title.render(item);
  return title || JSON.stringify(item);
}
