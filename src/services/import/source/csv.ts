import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ApiError } from '../../../errors/api-error.ts';
import { unguarded } from '../../../shared/spreadsheet-guard.ts';
import { refuseWide } from './csv-width.ts';
import { headingsOf, raggedRow, rowOf } from './headings.ts';
import { MAX_ROW_LENGTH, type SourceRow, type TablePlace } from './row.ts';
import { unreadable } from './unreadable.ts';

/** Recognised delimiters, the most usual first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINES = 20;

/** The delimiter that splits the first lines of a text into the most cells, with a consistent number per line. */
export function guessDelimiter(head: string): string {
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(countsOf(head, delimiter)) })).sort(
    (a, b) => b.score - a.score,
  );
  return best && best.score > 0 ? best.delimiter : ',';
}

function scoreOf([first = 0, ...others]: readonly number[]): number {
  const even = others.filter((count) => count === first).length + 1;
  return first * (even / (others.length + 1));
}

/** How often a delimiter occurs in each of the first records, outside of quotes. */
function countsOf(head: string, delimiter: string): number[] {
  const counts: number[] = [];
  let [count, quoted] = [0, false];
  for (const sign of head.replace(/^[\r\n]+/, '')) {
    if (sign === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (sign === delimiter) count++;
    else if (sign === '\n') {
      counts.push(count);
      count = 0;
      if (counts.length === LINES) return counts;
    }
  }
  return counts.length > 0 ? counts : [count];
}

/** How to read a CSV file. */
interface CsvReading {
  readonly delimiter: string;
  /** Receives the headings. */
  readonly columns: Set<string>;
  /** Whether the text is UTF-8 like the file, so that byte positions of rows are known. */
  readonly isUtf8: boolean;
  /** Set if the texts are the heading, followed by the rows from this position. */
  readonly from: TablePlace | undefined;
}

/**
 * The rows of a CSV file below its heading, which is the first non-empty row. Rows with the wrong number of cells have a
 * fault.
 */
export async function* csvRows(
  texts: AsyncIterable<string>,
  { delimiter, columns, isUtf8, from }: CsvReading,
): AsyncGenerator<SourceRow> {
  let headings: string[] | undefined;
  let [number, head] = [0, 0];
  for await (const { cells, end } of recordsOf(texts, delimiter)) {
    number++;
    if (!headings) {
      headings = headingsIn(cells, columns);
      head = end;
      if (headings && from) number = from.number;
      continue;
    }
    const row = csvRow(headings, cells, number);
    const skipped = from ? from.next - head : 0;
    if (row) yield isUtf8 ? { ...row, place: { head, next: end + skipped, number } } : row;
  }
}

/** Adds the headings to `columns`, and returns them unless the row is empty. */
function headingsIn(cells: readonly string[], columns: Set<string>): string[] | undefined {
  const headings = headingsOf(cells.map(unguarded));
  for (const name of headings) columns.add(name);
  return headings.length > 0 ? headings : undefined;
}

function csvRow(headings: readonly string[], cells: string[], number: number): SourceRow | undefined {
  // A row may have many cells; those without a heading are only counted.
  for (const [index, cell] of cells.slice(0, headings.length).entries()) cells[index] = unguarded(cell);
  const row = rowOf(headings, cells, number);
  return row && cells.length < headings.length ? { ...row, fault: raggedRow(cells.length, headings.length) } : row;
}

/** A record of a CSV file, and the number of bytes of text up to its end. */
interface CsvRecord {
  readonly cells: string[];
  readonly end: number;
}

/** Each ends a row, since programs that append to a file end lines in their own way. */
const LINE_ENDS = ['\r\n', '\n', '\r'];

async function* recordsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<CsvRecord> {
  const options = { relax_column_count: true, relax_quotes: true, max_record_size: MAX_ROW_LENGTH, info: true };
  const parser = parse({ delimiter, record_delimiter: LINE_ENDS, ...options });
  pipeline(Readable.from(refuseWide(texts, delimiter)), parser, () => {});
  try {
    for await (const { info, record } of parser as AsyncIterable<{ info: { bytes: number }; record: string[] }>)
      yield { cells: record, end: info.bytes };
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof CsvError)) throw error;
    throw unreadable('csv', REASONS[error.code] ?? `row ${parser.info.records + 1} is not CSV`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a row is longer than ${MAX_ROW_LENGTH} characters, perhaps since a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
};
