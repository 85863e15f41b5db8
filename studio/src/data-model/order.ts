import type { FieldRow } from '../model/field.ts';

type Placed = Pick<FieldRow, 'field' | 'type' | 'id' | 'group' | 'sort'>;

/** A line of a sheet: a field, and whether it is in a group. */
export interface Line<T extends Placed = FieldRow> {
  readonly field: T;
  readonly isInside: boolean;
}

/** The attributes of a field that a move changes. */
export interface Place {
  readonly field: string;
  readonly sort: number;
  readonly group?: number | null;
}

const isGroup = ({ type }: Placed): boolean => type.toLowerCase() === 'group';

/** Fields in the order in which forms show them: each group with its fields. */
export function linesOf<T extends Placed>(fields: readonly T[]): readonly Line<T>[] {
  const sorted = fields
    .map((field, at) => ({ field, at }))
    .sort((a, b) => (a.field.sort ?? 0) - (b.field.sort ?? 0) || a.at - b.at);
  const all = sorted.map(({ field }) => field);
  const groups = new Map(all.filter(isGroup).map((field) => [field.id, field]));
  const isIn = (field: T): boolean => field.group !== null && groups.has(field.group) && !isGroup(field);
  return all
    .filter((field) => !isIn(field))
    .flatMap((field) => [
      { field, isInside: false },
      ...all
        .filter((each) => isIn(each) && each.group === field.id && isGroup(field))
        .map((each) => ({ field: each, isInside: true })),
    ]);
}

/** The changes that move a field one line up or down; a group is moved with its fields. */
export function moveBy<T extends Placed>(lines: readonly Line<T>[], name: string, step: 1 | -1): readonly Place[] {
  const block = blockOf(lines, name);
  const first = lines.indexOf(block[0] as Line<T>);
  const beyond = step < 0 ? first - 1 : first + block.length;
  const other = lines[beyond];
  if (!other || block.length === 0) return [];
  const passed = block[0] && isGroup(block[0].field) ? blockAround(lines, other) : [other];
  const rest = lines.filter((line) => !block.includes(line));
  const at = step < 0 ? rest.indexOf(passed[0] as Line<T>) : rest.indexOf(passed.at(-1) as Line<T>) + 1;
  return placesOf(rest.toSpliced(at, 0, ...block), lines, name);
}

/** The changes that move a field to where another is. */
export function moveTo<T extends Placed>(lines: readonly Line<T>[], name: string, target: string): readonly Place[] {
  const block = blockOf(lines, name);
  const from = lines.findIndex(({ field }) => field.field === name);
  const to = lines.findIndex(({ field }) => field.field === target);
  if (from < 0 || to < 0 || block.some(({ field }) => field.field === target)) return [];
  const rest = lines.filter((line) => !block.includes(line));
  const at = rest.findIndex(({ field }) => field.field === target) + (from < to ? 1 : 0);
  return placesOf(rest.toSpliced(at, 0, ...block), lines, name);
}

function blockOf<T extends Placed>(lines: readonly Line<T>[], name: string): readonly Line<T>[] {
  const line = lines.find(({ field }) => field.field === name);
  if (!line) return [];
  if (!isGroup(line.field)) return [line];
  return lines.filter((each) => each === line || (each.isInside && each.field.group === line.field.id));
}

/** The whole block that a line belongs to: a group is never put into another. */
function blockAround<T extends Placed>(lines: readonly Line<T>[], line: Line<T>): readonly Line<T>[] {
  const head = line.isInside ? lines.find(({ field }) => isGroup(field) && field.id === line.field.group) : line;
  return blockOf(lines, head?.field.field ?? line.field.field);
}

function placesOf<T extends Placed>(
  next: readonly Line<T>[],
  before: readonly Line<T>[],
  name: string,
): readonly Place[] {
  const at = next.findIndex(({ field }) => field.field === name);
  const moved = next[at]?.field;
  const group = moved && !isGroup(moved) ? groupBehind(next[at - 1]) : null;
  const isRegrouped =
    moved !== undefined && group !== (before.find(({ field }) => field === moved)?.isInside ? moved.group : null);
  return next.flatMap(({ field }, index): Place[] => {
    const sort = index + 1;
    if (field === moved && isRegrouped) return [{ field: field.field, sort, group }];
    return field.sort === sort ? [] : [{ field: field.field, sort }];
  });
}

/** The group of what follows a line: the group itself, or the one that it is in. */
function groupBehind<T extends Placed>(line: Line<T> | undefined): number | null {
  if (!line) return null;
  if (isGroup(line.field)) return line.field.id;
  return line.isInside ? line.field.group : null;
}

/** Fields with their new positions, as they will be read. */
export const placed = <T extends Placed>(fields: readonly T[], places: readonly Place[]): readonly T[] =>
  fields.map((field) => ({ ...field, ...places.find((place) => place.field === field.field) }));
