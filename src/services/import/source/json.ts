import { ApiError } from '../../../errors/api-error.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { parseJson } from '../../../shared/parse-json.ts';
import { JsonBudget } from './json-budget.ts';
import { JsonItems } from './json-items.ts';
import { jsonShape } from './json-shape.ts';
import { MAX_COLUMNS, MAX_ROW_LENGTH, type SourceRow } from './row.ts';
import { unreadable } from './unreadable.ts';

/** The items of a JSON list, or of the list `data` in an object. Adds the names that occur to `columns`. */
export async function* jsonRows(texts: AsyncIterable<string>, columns: Set<string>): AsyncGenerator<SourceRow> {
  const items = new JsonItems();
  let number = 0;
  for await (const text of texts) for (const item of items.add(text)) yield rowOf(item, ++number, columns);
  items.end();
}

/** The items in lines of JSON; empty lines are skipped. Adds the names that occur to `columns`. */
export async function* ndjsonRows(texts: AsyncIterable<string>, columns: Set<string>): AsyncGenerator<SourceRow> {
  let number = 0;
  for await (const line of linesOf(texts)) {
    number++;
    if (line.trim() !== '') yield rowOf(line, number, columns);
  }
}

async function* linesOf(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const text of texts) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MAX_ROW_LENGTH) throw unreadable('ndjson', `a line is longer than ${MAX_ROW_LENGTH} characters`);
    yield* lines;
  }
  yield rest;
}

function rowOf(text: string, number: number, columns: Set<string>): SourceRow {
  const shape = jsonShape(text);
  if (shape.members > MAX_COLUMNS) throw new ApiError('importTooWide', { limit: MAX_COLUMNS });
  const excess = new JsonBudget().excess(shape);
  if (excess !== undefined) return faulty(number, excess);
  const item = parseJson(text);
  if (!isRecord(item)) return faulty(number, 'it is no JSON object');
  const values = new Map(Object.entries(item));
  for (const name of values.keys()) if (columns.size < MAX_COLUMNS) columns.add(name);
  return { number, values };
}

const faulty = (number: number, reason: string): SourceRow => ({
  number,
  values: new Map(),
  fault: new ApiError('importRowUnreadable', { reason }),
});
