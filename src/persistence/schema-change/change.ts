import type { Connection, Database, Dialect, Session } from '../../dialects/dialect.ts';
import { planOf, type TableStep } from '../../schema/table-step.ts';
import { UndoLog } from '../undo-log.ts';
import { applyPlan, recover } from './carry-out.ts';
import { type Draft, Drafted } from './draft.ts';
import { writeEntry } from './journal.ts';
import { makeStepKeepingViews } from './kept-views.ts';
import { schemaRefusal } from './refusal.ts';
import type { SchemaChange } from './schema-change.ts';

/** How long a schema change waits for those of other processes. */
const TIMEOUT_S = 20;

type Work<T> = (change: SchemaChange) => Promise<T>;

/** The database of a project, and its schema as this process knows it. */
interface Changeable {
  readonly database: Database;
  readonly dialect: Dialect;
  /**
   * Reloads the schema if it is outdated. Called once no other process can change it: a change that is planned with an
   * outdated schema would take back what another process has just changed.
   */
  readonly refresh: (connection: Connection) => Promise<void>;
}

/** Changes rows and tables atomically: in one transaction, or through the journal where DDL is not transactional. */
export function changeSchemaAtomically<T>({ database, dialect, refresh }: Changeable, work: Work<T>): Promise<T> {
  if (!database.withSchemaLock)
    return alone(database, async (connection) => {
      await refresh(connection);
      return together(connection, dialect, work);
    });
  return database.withSchemaLock(TIMEOUT_S, async (session) => {
    await recover(session, dialect);
    await refresh(session);
    return planned(session, dialect, work);
  });
}

/** Runs a change up to the point where tables would change, and rolls it back. Throws {@link Drafted}. */
export function draftSchemaChange<T>(
  { database, dialect, refresh }: Changeable,
  work: Work<T>,
  draft: Draft,
): Promise<T> {
  const run = async (connection: Connection): Promise<T> => {
    await refresh(connection);
    draft.restart();
    const { steps } = await collected(draft.counting(connection), work);
    draft.steps = steps;
    throw new Drafted();
  };
  if (!database.withSchemaLock) return alone(database, run);
  return database.withSchemaLock(TIMEOUT_S, async (session) => {
    await recover(session, dialect);
    return session.transaction(run);
  });
}

/** Runs a change in a transaction, where DDL is transactional. */
function alone<T>(database: Database, work: (connection: Connection) => Promise<T>): Promise<T> {
  return database.schemaTransaction ? database.schemaTransaction(work) : database.transaction(work);
}

interface Collected<T> {
  readonly result: T;
  readonly steps: readonly TableStep[];
}

/** Writes the rows of a change and collects its steps. */
async function collected<T>(connection: Connection, work: Work<T>, undo?: UndoLog): Promise<Collected<T>> {
  const steps: TableStep[] = [];
  const apply = async (step: TableStep): Promise<void> => void steps.push(step);
  const result = await work({ connection, apply, ...(undo && { undo }) });
  return { result, steps: planOf(steps) };
}

/** Writes the rows and changes the tables in one transaction. */
async function together<T>(connection: Connection, dialect: Dialect, work: Work<T>): Promise<T> {
  const { result, steps } = await collected(connection, work);
  for (const step of steps)
    await makeStepKeepingViews({ connection, dialect }, step).catch((error: unknown) => {
      throw schemaRefusal(dialect, step, error);
    });
  return result;
}

/** Writes the rows together with the plan for the tables, and then changes the tables. */
async function planned<T>(session: Session, dialect: Dialect, work: Work<T>): Promise<T> {
  const { result, entry } = await session.transaction(async (connection) => {
    const undo = new UndoLog(connection, dialect);
    const { result, steps } = await collected(connection, work, undo);
    const entry = { steps, former: undo.former };
    if (steps.length > 0) await writeEntry(connection, dialect, entry);
    return { result, entry };
  });
  if (entry.steps.length > 0) await applyPlan(session, dialect, entry);
  return result;
}
