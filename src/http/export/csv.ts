import { asText } from '../../shared/text.ts';
import type { ExportFormat } from './format.ts';

/** What spreadsheets take for the beginning of a formula, also in the wide forms of East Asia. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A table as RFC 4180 has it; no cell of it is a formula to a spreadsheet. */
export const csv: ExportFormat = {
  type: 'text/csv; charset=utf-8',
  ending: 'csv',
  begin: ({ fields }) => line(fields.map(cell)),
  item: (item, { fields }) => line(fields.map((name) => cell(item[name]))),
  end: () => '',
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function cell(value: unknown): string {
  const text = harmless(plain(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}

/** Text that begins like a formula gets an apostrophe, which says that it is text; numbers stay numbers. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
