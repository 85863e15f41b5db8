import type { DatabaseConfig } from '../../config/project-config.ts';
import type { Connection, Database, Dialect, Reader } from '../../dialects/dialect.ts';
import { dialectOf } from '../../dialects/registry.ts';
import { runStatements } from '../../dialects/run-statements.ts';
import { TableRows } from '../../persistence/table-rows.ts';
import { INTERNAL_PREFIX } from '../../schema/internal/internal-table.ts';
import { tableFrom } from '../../schema/table-source.ts';
import type { ProjectRegistry } from '../registry.ts';

/** The table that says who is filling a database. It is dropped when the project is complete. */
export const MARKS = tableFrom({
  name: `${INTERNAL_PREFIX}unfinished`,
  columns: { id: { type: 'VARCHAR(36)', primaryKey: true } },
  uniqueTogether: [],
});

/** Marks a database as being filled by the owner of `mark`. Must be called before any other write. */
export async function setMark(connection: Connection, dialect: Dialect, mark: string): Promise<void> {
  if (!(await hasMarks(connection, dialect))) await runStatements(connection, dialect.ddl.create(MARKS));
  await new TableRows(dialect, MARKS).insert(connection, { id: mark });
}

/** Whether `mark` is the only mark of a database. If it is not, the tables may be somebody else's. */
export async function isMarked(reader: Reader, dialect: Dialect, mark: string): Promise<boolean> {
  if (!(await hasMarks(reader, dialect))) return false;
  const rows = await new TableRows(dialect, MARKS).find(reader, [], 'id', 2);
  return rows.length === 1 && rows[0]?.id === mark;
}

/** Removes the mark of a database whose project is complete. Never fails: without a note, a mark has no effect. */
export async function removeMark(registry: ProjectRegistry, config: DatabaseConfig): Promise<void> {
  const dialect = await dialectOf(config.type);
  const database = await dialect.openExisting(registry.locations.addressOf(config)).catch(() => null);
  if (!database) return;
  await dropMarks(database, dialect).catch(() => {});
  await database.close();
}

async function dropMarks(database: Database, dialect: Dialect): Promise<void> {
  if (!(await hasMarks(database, dialect))) return;
  await database.transaction((connection) => runStatements(connection, dialect.ddl.drop(MARKS.name)));
}

const hasMarks = async (reader: Reader, dialect: Dialect): Promise<boolean> =>
  (await dialect.internalTables(reader)).includes(MARKS.name);
