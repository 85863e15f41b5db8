import { asText } from '../../shared/text.ts';
import type { ExportFormat } from './format.ts';

/** Characters at which spreadsheets begin a formula, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/** A table by RFC 4180, in which no cell is a formula to a spreadsheet. */
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

/** Text that begins like a formula is prefixed with an apostrophe; numbers are left as they are. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
