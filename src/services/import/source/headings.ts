import { ApiError } from '../../../errors/api-error.ts';
import { asText } from '../../../shared/text.ts';
import { MAX_COLUMNS, type SourceRow } from './row.ts';

/** The names of the columns from the cells of a heading, made non-empty and unique. Error 4 for too many columns. */
export function headingsOf(cells: readonly unknown[]): string[] {
  const used = cells.slice(0, lastFilled(cells) + 1);
  if (used.length > MAX_COLUMNS) throw new ApiError('importTooWide', { limit: MAX_COLUMNS });
  const names = new Map<string, number>();
  for (const [index, cell] of used.entries()) addName(names, headingOf(cell) || `Column ${index + 1}`);
  return [...names.keys()];
}

const headingOf = (cell: unknown): string => asText(cell ?? '').trim();

/**
 * Adds a name, numbered if it is taken. The last number of each name is kept: headings may be long, and all alike, so
 * trying the numbers from the beginning would take seconds.
 */
function addName(taken: Map<string, number>, name: string): void {
  let free = name;
  let count = taken.get(name) ?? 1;
  while (taken.has(free)) free = `${name} (${++count})`;
  taken.set(name, count);
  taken.set(free, 1);
}

/** The row of cells below the headings; undefined if it is empty. Cells without a heading are a fault. */
export function rowOf(headings: readonly string[], cells: readonly unknown[], number: number): SourceRow | undefined {
  const last = lastFilled(cells);
  if (last < 0) return undefined;
  const values = new Map(headings.map((name, index) => [name, cells[index] ?? null]));
  if (last < headings.length) return { number, values };
  return { number, values, fault: raggedRow(last + 1, headings.length) };
}

/** The fault of a row whose number of cells differs from the heading's. */
export const raggedRow = (found: number, expected: number): ApiError =>
  new ApiError('importRowRagged', { found, expected });

function lastFilled(cells: readonly unknown[]): number {
  return cells.findLastIndex((cell) => cell !== null && cell !== undefined && cell !== '');
}
