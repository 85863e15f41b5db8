const MIN_ROWS = 2;
const MAX_ROWS = 40;
/** The approximate number of characters per line. */
const WIDTH = 90;

/** The rows that a text needs in a control, at least the requested ones, and at most those that fit a window. */
export function rowsOf(text: string, least: number): number {
  let rows = 0;
  for (let from = 0; from >= 0 && rows < MAX_ROWS; ) {
    const end = text.indexOf('\n', from);
    rows += Math.max(1, Math.ceil(((end < 0 ? text.length : end) - from) / WIDTH));
    from = end < 0 ? -1 : end + 1;
  }
  return Math.min(Math.max(rows, least, MIN_ROWS), MAX_ROWS);
}
