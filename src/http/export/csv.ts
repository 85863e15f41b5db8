import { asText } from '../../shared/text.ts';
import type { ExportFormat } from './format.ts';

/** Characters at which spreadsheets begin a formula, including their full-width forms. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

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
  const text = harmless(plain(value));
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}

/** Prefixes text that begins like a formula with an apostrophe. Numbers are left as they are. */
function harmless(text: string): string {
  return FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
}
