import { isLong, jsonPieces } from '../../shared/json-pieces.ts';
import { partsOf } from '../../shared/parts-of.ts';
import { guarded, guardedParts, guardedPieces } from '../../shared/spreadsheet-guard.ts';
import { asText } from '../../shared/text.ts';
import { LONG } from '../encoded.ts';
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
    return values.some(isLong) ? longLine(values) : line(values.map(cell));
  },
  end: () => '',
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

function* longLine(values: readonly unknown[]): Generator<string> {
  for (const [at, value] of values.entries()) {
    if (at > 0) yield ',';
    if (!isLong(value)) yield cell(value);
    else yield* typeof value === 'string' ? longText(value) : longJson(value);
  }
  yield line([]);
}

function* longText(text: string): Generator<string> {
  const quote = QUOTED.test(text) ? '"' : '';
  yield quote;
  for (const part of guardedParts(text, LONG)) yield doubled(part);
  yield quote;
}

/** The cell of a long list or object, which needs quotes and does not begin with a formula. */
function* longJson(value: unknown): Generator<string> {
  yield '"';
  for (const piece of guardedPieces(jsonPieces(value))) for (const part of partsOf(piece, LONG)) yield doubled(part);
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
