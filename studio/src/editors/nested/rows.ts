export type Row = Readonly<Record<string, unknown>>;

/** How a repeater stores its rows: as a list, or as an object by one of their values. */
export interface Structure {
  readonly kind: 'array' | 'object';
  readonly key: string | null;
}

/** The structure that the options request. An object needs the name of the value that is its key. */
export function structureOf({ structure, structure_key: key }: Row): Structure {
  const isObject = structure === 'object' && typeof key === 'string' && key !== '';
  return isObject ? { kind: 'object', key } : { kind: 'array', key: null };
}

/** The rows of a stored value, whichever structure it has; null for a value that has no rows. */
export function rowsOf(value: unknown, { key }: Structure): readonly Row[] | null {
  if (value === null || value === undefined || value === '') return [];
  if (typeof value === 'string') return rowsOfText(value, key);
  if (Array.isArray(value)) return value.every(isRow) ? value : null;
  if (!isRow(value)) return null;
  const entries = Object.entries(value);
  return entries.every(([, row]) => isRow(row))
    ? entries.map(([name, row]) => (key ? { [key]: name, ...(row as Row) } : (row as Row)))
    : null;
}

function rowsOfText(text: string, key: string | null): readonly Row[] | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? rowsOf(value, { kind: 'array', key }) : null;
  } catch {
    return null;
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Rows as they are stored. Of rows with the same key, the first keeps it; others, and those without a key, get a free one. */
export function storedRows(rows: readonly Row[], { kind, key }: Structure): readonly Row[] | Row {
  if (kind === 'array' || !key) return rows;
  const taken: Record<string, Row> = {};
  for (const row of rows) {
    const { [key]: name, ...rest } = row;
    taken[freeName(String(name ?? ''), taken)] = rest;
  }
  return taken;
}

function freeName(name: string, taken: Row): string {
  const wanted = name === '' ? 'entry' : name;
  if (!Object.hasOwn(taken, wanted)) return wanted;
  for (let next = 2; ; next++) if (!Object.hasOwn(taken, `${wanted}-${next}`)) return `${wanted}-${next}`;
}

/** A list with one entry moved. */
export const moved = <T>(list: readonly T[], from: number, to: number): readonly T[] =>
  to < 0 || to >= list.length || from === to ? list : list.toSpliced(from, 1).toSpliced(to, 0, list[from] as T);
