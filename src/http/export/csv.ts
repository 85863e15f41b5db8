import { isLong, jsonPieces } from '../../shared/json-pieces.ts';
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
  item: (item, { fields }) => {
    const values = fields.map((name) => item[name]);
    return values.some(isLongJson) ? longLine(values) : line(values.map(cell));
  },
  end: () => '',
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

const isLongJson = (value: unknown): boolean => typeof value === 'object' && isLong(value);

function* longLine(values: readonly unknown[]): Generator<string> {
  for (const [at, value] of values.entries()) {
    if (at > 0) yield ',';
    if (isLongJson(value)) yield* longCell(value);
    else yield cell(value);
  }
  yield line([]);
}

/** The cell of a long list or object, which needs quotes and is no formula. */
function* longCell(value: unknown): Generator<string> {
  yield '"';
  for (const piece of jsonPieces(value)) yield doubled(piece);
  yield '"';
}

function cell(value: unknown): string {
  const text = guarded(plain(value));
  return QUOTED.test(text) ? `"${doubled(text)}"` : text;
}

const doubled = (text: string): string => text.replaceAll('"', '""');

function plain(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : asText(value);
}
