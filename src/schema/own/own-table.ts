import type { Table } from '../column.ts';
import { type TableSource, tableFrom } from '../table-source.ts';

/** How the names of Octavo's own tables begin; no collection is called so. */
export const OWN_PREFIX = 'octavo_';

/** Whether a table is one of Octavo's own, which nobody sees as a collection. */
export function isOwnTable(name: string): boolean {
  return name.toLowerCase().startsWith(OWN_PREFIX);
}

/** A table of Octavo's own in a project's database; made when it is first needed. */
export interface OwnTable extends Table {
  /** Whether a copy of the project gets its rows. */
  readonly copied: boolean;
}

/** Makes the definition of an own table from its short form. */
export function ownTable({ copied, ...source }: TableSource & Pick<OwnTable, 'copied'>): OwnTable {
  return { ...tableFrom(source), copied };
}
