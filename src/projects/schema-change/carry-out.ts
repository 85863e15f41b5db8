import type { Dialect, Session } from '../../dialects/dialect.ts';
import type { FormerRow } from '../../persistence/undo-log.ts';
import { destroys, type TableStep } from '../../schema/table-step.ts';
import { schemaRefusal } from '../../services/refusal.ts';
import { deleteEntry, type Entry, readEntry } from './journal.ts';
import { finishStep, makeStep, type On, restoreRows, undoStep } from './roll.ts';

/** The failure of a step, in the words of the catalogue, after which everything is as it was before. */
class RolledBack extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('the change was taken back');
    this.refusal = refusal;
  }
}

type MakeStep = (on: On, step: TableStep) => Promise<void>;

/** Brings a change that its process left in the middle to one of its ends. */
export async function recover(session: Session, dialect: Dialect): Promise<void> {
  const entry = await readEntry(session, dialect);
  if (!entry) return;
  await forwardOrBack(session, dialect, entry, finishStep).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/** Changes the tables of a change whose rows are written. What fails is taken back as a whole, and thrown. */
export async function applyPlan(session: Session, dialect: Dialect, entry: Entry): Promise<void> {
  await forwardOrBack(session, dialect, entry, makeStep).catch((error: unknown) => {
    throw error instanceof RolledBack ? error.refusal : error;
  });
}

/** Throws {@link RolledBack}, or what keeps the change from reaching either end: its entry stays, for whoever comes next. */
async function forwardOrBack(session: Session, dialect: Dialect, entry: Entry, make: MakeStep): Promise<void> {
  const made: TableStep[] = [];
  for (const step of entry.steps) {
    try {
      await make({ connection: session, dialect }, step);
      made.push(step);
    } catch (error) {
      if (dialect.classify(error)?.kind === 'unreachable' || made.some(destroys)) throw error;
      await back(session, dialect, made, entry.former);
      throw new RolledBack(schemaRefusal(dialect, step, error));
    }
  }
  await session.transaction((connection) => deleteEntry(connection, dialect));
}

/** A step that failed has changed nothing: engines make each whole, or not at all. */
async function back(
  session: Session,
  dialect: Dialect,
  made: readonly TableStep[],
  former: readonly FormerRow[],
): Promise<void> {
  for (const step of made.toReversed()) await undoStep({ connection: session, dialect }, step);
  await session.transaction(async (connection) => {
    await restoreRows({ connection, dialect }, former);
    await deleteEntry(connection, dialect);
  });
}
