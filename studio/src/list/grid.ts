/** A cell of the table: its row, and its column. */
export interface Cell {
  readonly row: number;
  readonly column: number;
}

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  PageUp: [-12, 0],
  PageDown: [12, 0],
  Home: [0, -Number.MAX_SAFE_INTEGER],
  End: [0, Number.MAX_SAFE_INTEGER],
};

/** The cell that a key moves to; null if it does not move. With `mod`, Home and End move to the first and the last row. */
export function cellAfter(
  key: string,
  mod: boolean,
  { row, column }: Cell,
  rows: number,
  columns: number,
): Cell | null {
  if (mod && (key === 'Home' || key === 'End')) return { row: key === 'Home' ? 0 : rows - 1, column };
  const step = STEPS[key];
  if (!step || rows === 0) return null;
  return { row: clamp(row + step[0], rows), column: clamp(column + step[1], columns) };
}

/** The cell of the same item once rows have changed, by the keys of the rows before and now; null if the item is gone. */
export function cellOfSame({ row, column }: Cell, before: readonly string[], now: readonly string[]): Cell | null {
  const key = before[row];
  const at = key === undefined ? -1 : now.indexOf(key);
  return at < 0 ? null : { row: at, column };
}

/** The row after a number of steps. */
export const rowAfter = ({ row, column }: Cell, steps: number, rows: number): Cell => ({
  row: clamp(row + steps, rows),
  column,
});

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value));
