import { ApiError } from '../../../errors/api-error.ts';
import type { Spool } from '../../../storage/spool.ts';
import { csvRows, guessDelimiter } from './csv.ts';
import { guessEncoding, textOf } from './encoding.ts';
import { jsonRows, ndjsonRows } from './json.ts';
import type { Encoding, FileFormat, Reading, ReadingOptions, SourceRow, TableFile, TablePlace } from './row.ts';
import { openArchive } from './xlsx/archive.ts';
import { sheetRows } from './xlsx/sheet.ts';
import { readWorkbook } from './xlsx/workbook.ts';

const HEAD_BYTES = 64 * 1024;

/** Opens a file to import, and guesses the options that are not given. Error 4 for formats that cannot be imported. */
export async function openTable(
  spool: Spool,
  format: FileFormat | undefined,
  options: ReadingOptions,
): Promise<TableFile> {
  const head = await headOf(spool);
  if ((format ?? refuseForeign(head)) === 'xlsx') return openWorkbook(spool, options);
  const encoding = options.encoding ?? (await guessEncoding(spool, head));
  const text = new TextDecoder(encoding).decode(head);
  return openText(spool, format ?? textFormat(text), encoding, text, options);
}

async function headOf(spool: Spool): Promise<Buffer> {
  for await (const chunk of spool.chunks()) return Buffer.from(chunk.subarray(0, HEAD_BYTES));
  throw new ApiError('emptyFile');
}

/** Formats that are recognised by their first bytes, with the reason to give for those that cannot be imported. */
const SIGNATURES: readonly (readonly [string, string | null])[] = [
  ['504b0304', null],
  ['1f8b', 'it is compressed: unpack it first'],
  ['d0cf11e0', 'it is an old workbook: save it as XLSX'],
  ['25504446', 'it is a PDF document'],
];

function refuseForeign(head: Buffer): 'xlsx' | 'text' {
  const found = SIGNATURES.find(([bytes]) => head.toString('hex', 0, bytes.length / 2) === bytes);
  if (found?.[1]) throw new ApiError('importFormat', { reason: found[1] });
  return found ? 'xlsx' : 'text';
}

function textFormat(head: string): FileFormat {
  const [first = ''] = head.trimStart();
  if (first === '[') return 'json';
  return first === '{' ? jsonFormat(head) : 'csv';
}

/** In lines of JSON, the first line is an object. */
function jsonFormat(head: string): FileFormat {
  const [line = ''] = head.trimStart().split('\n');
  try {
    const first: unknown = JSON.parse(line);
    return Array.isArray((first as { data?: unknown }).data) ? 'json' : 'ndjson';
  } catch {
    return line.length === head.trimStart().length ? 'ndjson' : 'json';
  }
}

function openText(
  spool: Spool,
  format: FileFormat,
  encoding: Encoding,
  head: string,
  given: ReadingOptions,
): TableFile {
  const delimiter = given.delimiter ?? guessDelimiter(head);
  const rowsOf = (
    texts: AsyncIterable<string>,
    columns: Set<string>,
    from: TablePlace | undefined,
  ): AsyncGenerator<SourceRow> => {
    if (format === 'csv') return csvRows(texts, { delimiter, columns, isUtf8: encoding === 'utf-8', from });
    return format === 'json' ? jsonRows(texts, columns) : ndjsonRows(texts, columns);
  };
  const options = { encoding, ...(format === 'csv' && { delimiter }) };
  const read = (from?: TablePlace): Reading => {
    const columns = new Set<string>();
    let bytes = from ? from.next - from.head : 0;
    const count = (more: number): void => {
      bytes += more;
    };
    const texts = textOf(spool, encoding, count, from);
    return { columns, rows: () => rowsOf(texts, columns, from), share: () => bytes / Math.max(spool.size, 1) };
  };
  return { format, options, sheets: [], read };
}

async function openWorkbook(spool: Spool, { sheet }: ReadingOptions): Promise<TableFile> {
  const archive = await openArchive(spool);
  const workbook = await readWorkbook(archive);
  const [first = ''] = workbook.shown;
  const part = workbook.sheets.get(sheet ?? first);
  if (part === undefined) throw new ApiError('importSheet', { sheets: workbook.shown.join(', ') });
  const read = (): Reading => {
    const columns = new Set<string>();
    return { columns, rows: () => sheetRows(archive, workbook, part, columns), share: () => 0 };
  };
  return { format: 'xlsx', options: { sheet: sheet ?? first }, sheets: workbook.shown, read };
}
