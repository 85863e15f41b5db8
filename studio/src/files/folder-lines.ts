import type { FolderLine } from './folders.ts';

/** How many folders are shown at once. */
const MANY = 30;
/** Browsers take long to show more lines than this. */
const MAX_LINES = 200;

/** Whether there are too many folders to show them all. */
export const areMany = (lines: readonly FolderLine[]): boolean => lines.length > MANY;

/** The lines of the tree to show: those that a search finds by name, or, if there are many, the top and the open one. */
export function shownLines(
  lines: readonly FolderLine[],
  current: number | null | 'all',
  search: string,
): readonly FolderLine[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted !== '') return lines.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  if (!areMany(lines)) return lines;
  const open = new Set(pathTo(lines, current === 'all' ? null : current));
  return lines.filter(({ parent, level }) => level === 1 || (parent !== null && open.has(parent)));
}

/** The first of many lines, and the open folder. */
export const firstLines = (lines: readonly FolderLine[], current: number | null | 'all'): readonly FolderLine[] =>
  lines.filter(({ id }, index) => index < MAX_LINES || id === current);

/** A folder with its ancestors. */
function pathTo(lines: readonly FolderLine[], id: number | null): readonly number[] {
  const parents = new Map(lines.map((line) => [line.id, line.parent]));
  const path: number[] = [];
  for (let at = id; at !== null && !path.includes(at); at = parents.get(at) ?? null) path.push(at);
  return path;
}
