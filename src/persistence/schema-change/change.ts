import type { Connection, Database, Dialect, Session } from '../../dialects/dialect.ts';
import { planOf, type TableStep } from '../../schema/table-step.ts';
import type { SchemaChange } from '../store.ts';
import { UndoLog } from '../undo-log.ts';
import { applyPlan, recover } from './carry-out.ts';
import { writeEntry } from './journal.ts';
import { schemaRefusal } from './refusal.ts';
import { makeStep } from './roll.ts';

/** How long a schema change waits for those of other processes. */
const TIMEOUT_S = 20;

type Work<T> = (change: SchemaChange) => Promise<T>;

/** Changes rows and tables atomically: in one transaction, or through the journal where DDL is not transactional. */
export function changeSchemaAtomically<T>(database: Database, dialect: Dialect, work: Work<T>): Promise<T> {
  if (!database.withSchemaLock) return database.transaction((connection) => work(atOnce(connection, dialect)));
  return database.withSchemaLock(TIMEOUT_S, async (session) => {
    await recover(session, dialect);
    return planned(session, dialect, work);
  });
}

function atOnce(connection: Connection, dialect: Dialect): SchemaChange {
  const apply = async (step: TableStep): Promise<void> => {
    try {
      await makeStep({ connection, dialect }, step);
    } catch (error) {
      throw schemaRefusal(dialect, step, error);
    }
  };
  return { connection, apply };
}

/** Writes the rows together with the plan for the tables; then changes the tables. */
async function planned<T>(session: Session, dialect: Dialect, work: Work<T>): Promise<T> {
  const { result, entry } = await session.transaction(async (connection) => {
    const steps: TableStep[] = [];
    const undo = new UndoLog(connection, dialect);
    const apply = async (step: TableStep): Promise<void> => void steps.push(step);
    const result = await work({ connection, apply, undo });
    const entry = { steps: planOf(steps), former: undo.former };
    if (steps.length > 0) await writeEntry(connection, dialect, entry);
    return { result, entry };
  });
  if (entry.steps.length > 0) await applyPlan(session, dialect, entry);
  return result;
}
