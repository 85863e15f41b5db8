import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { ApiError } from '../../../errors/api-error.ts';
import { headingsOf, raggedRow, rowOf } from './headings.ts';
import { LONGEST_ROW, type SourceRow } from './row.ts';
import { unreadable } from './unreadable.ts';

/** Delimiters that are recognised, the most usual first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
const LINES = 20;

/** The delimiter that parts the first lines of a text into the most cells, as evenly as any. */
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
  for (const sign of head) {
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

/** The rows of a CSV file. `columns` gets its headings. Rows with too few or too many cells have a fault. */
export async function* csvRows(
  texts: AsyncIterable<string>,
  delimiter: string,
  columns: Set<string>,
): AsyncGenerator<SourceRow> {
  let headings: string[] | undefined;
  let number = 0;
  for await (const cells of recordsOf(texts, delimiter)) {
    number++;
    if (!headings) {
      headings = headingsOf(cells);
      for (const name of headings) columns.add(name);
      continue;
    }
    const row = rowOf(headings, cells.map(unguarded), number);
    if (row) yield cells.length < headings.length ? { ...row, fault: raggedRow(cells.length, headings.length) } : row;
  }
}

/** Exports put an apostrophe before texts that a spreadsheet would take for a formula. */
const unguarded = (cell: string): string => (/^'[=+\-@\t\r\n＝＋－＠]/.test(cell) ? cell.slice(1) : cell);

async function* recordsOf(texts: AsyncIterable<string>, delimiter: string): AsyncGenerator<string[]> {
  const parser = parse({ delimiter, relax_column_count: true, relax_quotes: true, max_record_size: LONGEST_ROW });
  pipeline(Readable.from(texts), parser, () => {});
  try {
    yield* parser as AsyncIterable<string[]>;
  } catch (error) {
    if (error instanceof ApiError || !(error instanceof CsvError)) throw error;
    throw unreadable('csv', REASONS[error.code] ?? `row ${parser.info.records + 1} is not CSV`);
  }
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_MAX_RECORD_SIZE: `a row is longer than ${LONGEST_ROW} characters, perhaps since a quote is not closed`,
  CSV_QUOTE_NOT_CLOSED: 'a quote is not closed',
};
