import type { Me } from '../api/project.ts';
import type { Collection } from '../model/collection.ts';
import { levelFor } from '../model/owner.ts';
import type { Permissions } from '../model/permissions.ts';
import type { Column } from './columns.ts';
import { isLong, type Kind } from './kinds.ts';
import type { Row } from './rows.ts';

const PLAIN: ReadonlySet<Kind> = new Set(['text', 'number', 'status', 'choice', 'boolean', 'date', 'datetime', 'time']);
const OWNED: ReadonlySet<string> = new Set(['datetime_created', 'datetime_updated', 'sort', 'uuid']);

/** Whether a cell can be changed in the table: a plain value of the item itself that the caller may write. */
export function isEditable(
  collection: Collection,
  { field, kind, path }: Column,
  row: Row,
  permissions: Permissions,
  me: Me,
): boolean {
  const isPlain = !path.includes('.') && PLAIN.has(kind) && !isLong(field) && !OWNED.has(field.type);
  if (!isPlain || field.isKey || field.isReadonly) return false;
  const status = collection.status ? (row[collection.status.name] as string | null) : null;
  return (
    permissions.may('update', collection.name, status, levelFor(collection, row, me)) &&
    permissions.mayWrite(field, status)
  );
}

/** A stored value as shown in its input. */
export function inputText(value: unknown, kind: Kind): string {
  if (value === null || value === undefined) return '';
  if (kind === 'boolean') return value ? '1' : '0';
  if (kind === 'date') return String(value).slice(0, 10);
  if (kind === 'datetime') return String(value).replace(' ', 'T').slice(0, 16);
  return String(value);
}

/** The value to store for an input; null if it is empty. */
export function inputValue(text: string, kind: Kind): unknown {
  if (text === '') return null;
  if (kind === 'boolean') return text === '1';
  if (kind === 'number') return Number.isSafeInteger(Number(text)) || text.includes('.') ? Number(text) : text;
  if (kind === 'datetime') return `${text.replace('T', ' ')}:00`.slice(0, 19);
  return text;
}

/** The type of input for a kind of value. */
export const inputType = (kind: Kind): string =>
  ({ number: 'number', date: 'date', datetime: 'datetime-local', time: 'time' })[kind as string] ?? 'text';
