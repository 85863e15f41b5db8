/** The minimum width of a card. */
export const SIZES = { small: 168, medium: 240, large: 340 } as const;
export type Size = keyof typeof SIZES;

export const sizeOf = (option: unknown): Size =>
  Object.keys(SIZES).includes(String(option)) ? (option as Size) : 'medium';

/** A grid: the number of cards per row, and their width. */
export interface Grid<T> {
  readonly rows: readonly (readonly T[])[];
  readonly count: number;
  readonly width: number;
}

/** Divides items into rows that fill a width. */
export function inRows<T>(items: readonly T[], width: number, least: number, gap: number): Grid<T> {
  const count = Math.max(1, Math.floor((width + gap) / (least + gap)));
  const rows = Array.from({ length: Math.ceil(items.length / count) }, (_, row) =>
    items.slice(row * count, (row + 1) * count),
  );
  return { rows, count, width: Math.floor((width - gap * (count - 1)) / count) };
}
