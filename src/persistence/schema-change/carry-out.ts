import type { Dialect, Session } from '../../dialects/dialect.ts';
import { destroys, type TableStep } from '../../schema/table-step.ts';
import type { FormerRow } from '../undo-log.ts';
import { deleteEntry, type Entry, readEntry } from './journal.ts';
import { schemaRefusal } from './refusal.ts';
import { finishStep, makeStep, restoreRows, type StepTarget, undoStep } from './roll.ts';

/** The error of a failed step, after everything has been rolled back. */
class RolledBack extends Error {
  readonly refusal: unknown;

  constructor(refusal: unknown) {
    super('the change was taken back');
    this.refusal = refusal;
  }
}

type MakeStep = (on: StepTarget, step: TableStep) => Promise<void>;

/** Completes or rolls back an unfinished change of a dead process. */
export async function recover(session: Session, dialect: Dialect): Promise<void> {
  const entry = await readEntry(session, dialect);
  if (!entry) return;
  await forwardOrBack(session, dialect, entry, finishStep).catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
}

/**
 * Applies the table steps of a change whose rows have been written. On failure it rolls everything back and throws the
 * error.
 */
export async function applyPlan(session: Session, dialect: Dialect, entry: Entry): Promise<void> {
  await forwardOrBack(session, dialect, entry, makeStep).catch((error: unknown) => {
    throw error instanceof RolledBack ? error.refusal : error;
  });
}

/**
 * Throws {@link RolledBack}, or the error that prevents both completion and rollback; in the latter case the entry
 * stays for the next process.
 */
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

/** A failed step has changed nothing: each step is atomic on every engine. */
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
