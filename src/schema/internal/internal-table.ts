import type { Table } from '../column.ts';
import { type TableSource, tableFrom } from '../table-source.ts';

/** The prefix of internal tables; user collections cannot have it. */
export const INTERNAL_PREFIX = 'octavo_';

/** The prefix of tables that hold what schema changes have removed. */
export const KEPT_PREFIX = 'octavo_kept_';

/** Whether a table is internal and therefore no collection. */
export function isInternalTable(name: string): boolean {
  return name.toLowerCase().startsWith(INTERNAL_PREFIX);
}

/** An internal table in a project's database; created when it is first needed. */
export interface InternalTable extends Table {
  /** Whether a copy of the project includes its rows. */
  readonly copied: boolean;
  /** Whether a backup includes its rows although a copy does not, because they belong to the project itself. */
  readonly backedUp?: true;
}

/** Defines an internal table in short form. */
export function internalTable({
  copied,
  backedUp,
  ...source
}: TableSource & Pick<InternalTable, 'copied' | 'backedUp'>): InternalTable {
  return { ...tableFrom(source), copied, ...(backedUp && { backedUp }) };
}
