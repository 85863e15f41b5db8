import { ApiError } from '../../../../errors/api-error.ts';
import { headingsOf, rowOf } from '../headings.ts';
import { MAX_COLUMNS, MAX_ROW_LENGTH, type SourceRow } from '../row.ts';
import { unreadable } from '../unreadable.ts';
import type { Archive } from './archive.ts';
import { dateOf } from './dates.ts';
import { elementsOf, type Listener } from './elements.ts';
import { unescaped } from './unescaped.ts';
import type { Workbook } from './workbook.ts';

const MAX_BYTES = 4 * 1024 * 1024 * 1024;
/**
 * The limits of a sheet in this format. An archive of some hundred kilobytes may contain a hundred million empty rows.
 */
const MAX_ROWS = 1_048_576;
const MAX_CELLS = 16_384;

interface Cells {
  readonly number: number;
  readonly cells: unknown[];
}

/** The rows of a sheet below its heading, which is the first non-empty row. Adds the headings to `columns`. */
export async function* sheetRows(
  archive: Archive,
  workbook: Workbook,
  part: string,
  columns: Set<string>,
): AsyncGenerator<SourceRow> {
  let headings: string[] | undefined;
  for await (const { number, cells } of cellsOf(archive, workbook, part)) {
    if (!headings) {
      headings = headingsOf(cells);
      for (const name of headings) columns.add(name);
      if (headings.length === 0) headings = undefined;
      continue;
    }
    const row = rowOf(headings, cells, number);
    if (row) yield row;
  }
}

async function* cellsOf(archive: Archive, workbook: Workbook, part: string): AsyncGenerator<Cells> {
  const rows: Cells[] = [];
  const sheet = new Sheet(workbook, (row) => rows.push(row));
  for await (const _ of elementsOf(await archive.open(part, MAX_BYTES), sheet)) {
    yield* rows;
    rows.length = 0;
  }
}

/** Follows the elements of a sheet, and emits its rows. */
class Sheet implements Listener {
  readonly #workbook: Workbook;
  readonly #report: (row: Cells) => void;
  #row: Cells = { number: 0, cells: [] };
  #column = -1;
  #type = '';
  #style = 0;
  #text = '';
  #inValue = false;
  /** Whether a phonetic guide is being read, which is no part of the text. */
  #aside = false;
  #rows = 0;
  /** The number of elements in the current row. */
  #elements = 0;
  #characters = 0;

  constructor(workbook: Workbook, report: (row: Cells) => void) {
    this.#workbook = workbook;
    this.#report = report;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'row') this.#beginRow(Number(attributes.r));
    else if (name === 'c') this.#beginCell(attributes);
    else if (name === 'rPh') this.#aside = true;
    this.#inValue = name === 'v' || (name === 't' && !this.#aside);
  }

  text(text: string): void {
    if (!this.#inValue) return;
    this.#text += text;
    this.#refuseLong(this.#text.length);
  }

  close(name: string): void {
    this.#inValue = false;
    if (name === 'rPh') this.#aside = false;
    if (name === 'c' && this.#text !== '') this.#endCell(this.#value());
    else if (name === 'row') this.#report(this.#row);
  }

  #beginRow(number: number): void {
    this.#row = { number: Number.isInteger(number) && number > 0 ? number : this.#row.number + 1, cells: [] };
    this.#column = -1;
    this.#elements = 0;
    this.#characters = 0;
    if (++this.#rows > MAX_ROWS) throw unreadable('xlsx', `a sheet has more than ${MAX_ROWS} rows`);
  }

  #beginCell({ r, t, s }: Readonly<Record<string, string>>): void {
    this.#column = r ? columnOf(r) : this.#column + 1;
    if (++this.#elements > MAX_CELLS) throw unreadable('xlsx', `a row has more than ${MAX_CELLS} cells`);
    if (this.#column >= MAX_COLUMNS) throw new ApiError('importTooWide', { limit: MAX_COLUMNS });
    this.#type = t ?? 'n';
    this.#style = Number(s ?? 0);
    this.#text = '';
  }

  /** Many cells may share one text, and its length counts for each of them. */
  #endCell(value: unknown): void {
    if (typeof value === 'string') this.#characters += value.length;
    this.#refuseLong(0);
    this.#row.cells[this.#column] = value;
  }

  #refuseLong(more: number): void {
    if (this.#characters + more > MAX_ROW_LENGTH)
      throw unreadable('xlsx', `a row is longer than ${MAX_ROW_LENGTH} characters`);
  }

  #value(): unknown {
    const { strings, dates, since1904 } = this.#workbook;
    if (this.#type === 's') return strings[Number(this.#text)] ?? null;
    if (this.#type === 'b') return this.#text.trim() === '1';
    if (this.#type !== 'n') return unescaped(this.#text);
    const number = Number(this.#text);
    if (!Number.isFinite(number)) return this.#text;
    return dates[this.#style] ? dateOf(number, since1904) : number;
  }
}

/** The index of a column, from 0, in a reference such as `AB12`. */
function columnOf(reference: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
