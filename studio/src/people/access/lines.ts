import type { Collection } from '../../model/collection.ts';
import { isSame } from '../../model/same.ts';
import type { Schema } from '../../model/schema.ts';
import { type Access, type AccessRow, isSplit, type RuleRow, rowsOf } from './access.ts';

/** A line of the matrix: a collection, or one of its statuses. */
export interface Line {
  readonly collection: Collection;
  readonly status: string | null;
  readonly label: string;
}

/** System collections that people give rights on every day. */
const USUAL = ['directus_files', 'directus_users'];

/** The collections of the matrix: the project's own with files and users, and the other ones of the system. */
export function collectionsOf({ collections }: Schema): {
  usual: readonly Collection[];
  system: readonly Collection[];
} {
  const usual = [
    ...collections.filter(({ isSystem }) => !isSystem),
    ...collections.filter(({ name }) => USUAL.includes(name)),
  ];
  return { usual, system: collections.filter((each) => !usual.includes(each)) };
}

export const valuesOf = ({ statuses }: Collection): readonly string[] => statuses.map(({ value }) => value);

/** The line of a collection, and those of its statuses where they are unfolded. */
export function linesOf(collection: Collection, isUnfolded: boolean): readonly Line[] {
  const statuses = isUnfolded ? collection.statuses : [];
  return [
    { collection, status: null, label: collection.label },
    ...statuses.map(({ value, label }) => ({ collection, status: value, label })),
  ];
}

/** Whether two roles have other rights on a collection. */
export function differs(one: Access, other: Access, { name, statuses }: Collection): boolean {
  const split = isSplit(one, name) || isSplit(other, name);
  return !isSame(
    shapeOf(one, name, split ? statuses.map(({ value }) => value) : []),
    shapeOf(other, name, split ? statuses.map(({ value }) => value) : []),
  );
}

/** Rights without their ids; of one row, as if each status had it. */
function shapeOf(access: Access, collection: string, statuses: readonly string[]): unknown {
  const rows = rowsOf(access, collection);
  const bare = ({ id: _, status, ...row }: AccessRow): unknown => [status, row];
  const [only] = rows;
  const spread = only && only.status === null ? statuses.map((status) => ({ ...only, status })) : rows;
  const rules = access.rules
    .filter((rule) => rule.collection === collection)
    .map(({ id: _, problem: __, ...rule }: RuleRow) => rule)
    .toSorted((a, b) => `${a.action} ${a.status}`.localeCompare(`${b.action} ${b.status}`));
  const sorted = (statuses.length > 0 ? spread : rows).toSorted((a, b) => `${a.status}`.localeCompare(`${b.status}`));
  return [sorted.filter((row) => row.status !== null || says(row)).map(bare), rules];
}

const says = ({ create, read, update, delete: remove, comment, explain }: AccessRow): boolean =>
  [create, read, update, remove, comment, explain].some((level) => level !== 'none');
