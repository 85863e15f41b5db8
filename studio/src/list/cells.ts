import { day, dayAndTimeIn, moment } from '../i18n/dates.ts';
import { number, t } from '../i18n/messages.ts';
import type { Collection } from '../model/collection.ts';
import type { Relation } from '../model/relation.ts';
import { valueAt } from '../model/template.ts';
import type { Column } from './columns.ts';
import { choicesOf } from './kinds.ts';
import type { Row } from './rows.ts';

/** The value of a column in a row, and the first one of several. */
export const cellValue = (row: Row, { path }: Column): unknown => valueAt(row, path);

/** A plain value as a line of text; empty if there is none. */
export function textOf(value: unknown, { kind, field }: Pick<Column, 'kind' | 'field'>): string {
  if (value === null || value === undefined || value === '') return '';
  if (kind === 'boolean') return value ? t('common.yes') : t('common.no');
  if (kind === 'number') return field.isKey ? String(value) : numberText(value);
  if (kind === 'date' || kind === 'datetime') return dateText(String(value), kind);
  if (kind === 'choice')
    return choicesOf(field).find((choice) => choice.value === String(value))?.label ?? String(value);
  if (kind === 'secret') return '••••••';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function numberText(value: unknown): string {
  const parsed = Number(value);
  return Number.isSafeInteger(parsed) || /\./.test(String(value))
    ? number(parsed, { useGrouping: 'min2' as never, maximumFractionDigits: 10 })
    : String(value);
}

function dateText(text: string, kind: 'date' | 'datetime'): string {
  const isDay = kind === 'date';
  const date = moment(isDay ? `${text.slice(0, 10)}T00:00:00` : text);
  if (Number.isNaN(date.getTime())) return text;
  return isDay ? day(date) : dayAndTimeIn(text);
}

/** A related item: its title, and its key. */
export interface Related {
  readonly key: string;
  readonly title: string;
  readonly item: Row;
}

/** The related item that a value holds; null if there is none. */
export function relatedIn(value: unknown, collection: Collection | undefined): Related | null {
  if (value === null || value === undefined || value === '') return null;
  const item = (typeof value === 'object' ? value : { [collection?.key.name ?? 'id']: value }) as Row;
  const key = String(item[collection?.key.name ?? 'id'] ?? '');
  return { key, title: collection?.title.render(item) || key, item };
}

/** The related items that a list holds; those beyond the junction if there is one. */
export function relatedList(
  value: unknown,
  relation: Relation | null,
  collection: Collection | undefined,
): readonly Related[] {
  if (!Array.isArray(value)) return [];
  const rows = relation?.kind === 'many-to-many' ? value.map((row) => (row as Row)?.[relation.theirs]) : value;
  return rows.map((row) => relatedIn(row, collection)).filter((each) => each !== null);
}

/** Whether the items of a collection are people, who are shown with a picture. */
export const arePeople = ({ name, field, title }: Collection): boolean =>
  name === 'directus_users' || (field('email') !== undefined && /name/.test(title.paths[0] ?? ''));
