import type { Table } from '../column.ts';
import { type TableSource, tableFrom } from '../table-source.ts';

/** How the names of Octavo's own tables begin; no collection is called so. */
export const INTERNAL_PREFIX = 'octavo_';

/** Whether a table is one of Octavo's own, which nobody sees as a collection. */
export function isInternalTable(name: string): boolean {
  return name.toLowerCase().startsWith(INTERNAL_PREFIX);
}

/** A table of Octavo's own in a project's database; made when it is first needed. */
export interface InternalTable extends Table {
  /** Whether a copy of the project gets its rows. */
  readonly copied: boolean;
}

/** Makes the definition of an own table from its short form. */
export function internalTable({ copied, ...source }: TableSource & Pick<InternalTable, 'copied'>): InternalTable {
  return { ...tableFrom(source), copied };
}
