import { guarded } from '../../shared/spreadsheet-guard.ts';
import { asText } from '../../shared/text.ts';
import type { ExportFormat } from './format.ts';

/** What only a quoted cell may contain, including the separators of other languages. */
const QUOTED = /[",;\t\r\n]/;

/** A table as in RFC 4180, in which spreadsheets take no cell for a formula. */
export const csv: ExportFormat = {
  type: 'text/csv; charset=utf-8',
  ending: 'csv',
  begin: ({ fields }) => line(fields.map(cell)),
  item: (item, { fields }) => line(fields.map((name) => cell(item[name]))),
  end: () => '',
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function cell(value: unknown): string {
  const text = guarded(plain(value));
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}
