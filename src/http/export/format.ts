import { ApiError } from '../../errors/api-error.ts';
import type { Item } from '../../query/shape/decoder.ts';

/** What a list is, besides its items. */
interface ExportedList {
  /** The collection's. */
  readonly name: string;
  /** Of its items, in their order. */
  readonly fields: readonly string[];
}

/** A way to write a list, a piece at a time. */
export interface ExportFormat {
  readonly type: string;
  /** Of a file's name. */
  readonly ending: string;
  begin(list: ExportedList): string;
  /** The text of an item, in pieces where it may be long. */
  item(item: Item, list: ExportedList, index: number): string | Iterable<string>;
  end(): string;
}

/** What a list can be written as. */
export type ExportName = 'csv' | 'json' | 'xml';

/** The format that the parameter `export` names; null where it is not there. Error 12. */
export function exportNamed(name: string | undefined): ExportName | null {
  if (name === undefined || name === '') return null;
  if (name === 'csv' || name === 'json' || name === 'xml') return name;
  throw new ApiError('unprocessable', { reason: 'A list is exported as csv, json or xml' });
}
