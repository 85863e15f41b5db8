import type { Collection } from '../../model/collection.ts';

/** The filter and search of a list, in the client's form. */
export interface LayoutParameters {
  readonly filter?: unknown;
  readonly q?: string;
  readonly status?: string;
}

export type Row = Readonly<Record<string, unknown>>;

/** The parameters of a list with one more condition. */
export function narrowed({ filter, q, status }: LayoutParameters, condition?: unknown): LayoutParameters {
  const all = [filter, condition].filter((each) => each !== undefined && each !== null);
  return {
    ...(all.length > 0 && { filter: all.length === 1 ? all[0] : { and: all } }),
    ...(q && { q }),
    ...(status && { status }),
  };
}

/** The key of a row, as text. */
export const keyOfRow = ({ key }: Collection, row: Row): string => String(row[key.name]);

/** The key that a field to one item holds, however deep the item was read; null for none. */
export function keyIn(value: unknown, keyName: string): string | null {
  const key = typeof value === 'object' && value !== null ? (value as Row)[keyName] : value;
  return key === null || key === undefined ? null : String(key);
}

/** The title of a row, or its key if it has none. */
export const titleOfRow = (collection: Collection, row: Row): string =>
  collection.title.render(row) || `#${keyOfRow(collection, row)}`;

/** The value of a row's status, as text; null if the collection has none. */
export const statusOfRow = ({ status }: Collection, row: Row): string | null =>
  status ? String(row[status.name]) : null;

/** The field that an option names; null if it names no existing one. */
export function fieldOption(collection: Collection, options: Row, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' && collection.field(value) ? value : null;
}
