import { unprocessable } from '../../errors/unprocessable.ts';
import type { Item } from '../../query/shape/decoder.ts';

/** An exported list, besides its items. */
interface ExportedList {
  /** The collection's name. */
  readonly name: string;
  /** The fields of its items, in order. */
  readonly fields: readonly string[];
}

/** An incremental writer of lists. */
export interface ExportFormat {
  readonly type: string;
  /** The file extension. */
  readonly ending: string;
  begin(list: ExportedList): string;
  /** The text of an item, in parts if it may be long. */
  item(item: Item, list: ExportedList, index: number): string | Iterable<string>;
  end(): string;
}

/** The export formats. */
export type ExportName = 'csv' | 'json' | 'xml';

/** The format requested by the parameter `export`; null if it is absent. Error 12. */
export function exportNamed(name: string | undefined): ExportName | null {
  if (name === undefined || name === '') return null;
  if (name === 'csv' || name === 'json' || name === 'xml') return name;
  throw unprocessable('A list is exported as csv, json or xml');
}
