import type { Context } from '../../persistence/context.ts';
import type { Draft, WrittenRows } from '../../persistence/schema-change/draft.ts';
import { statementsOf } from '../../persistence/schema-change/step-statements.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import { isoMoment } from '../schema-changes/moment.ts';
import { lossReason } from '../schema-changes/outlook.ts';
import { type Conflict, conflictsOf } from './conflicts.ts';
import { type Loss, lossesOf } from './losses.ts';
import { lostRecords } from './lost-records.ts';
import { type PlannedTable, plannedTables } from './planned-tables.ts';
import { type PlanWarning, warningsOf } from './warnings.ts';

/** What a schema change would do. (Contract, S-170 to S-178.) */
interface SchemaPlan {
  /** False if the stored data does not allow the change. */
  readonly possible: boolean;
  /** The error that the change would fail with. */
  readonly error: { readonly code: number | null; readonly message: string } | null;
  readonly statements: readonly { readonly table: string; readonly sql: string }[];
  readonly rows: readonly WrittenRows[];
  readonly tables: readonly PlannedTable[];
  /** The sum of the tables' estimates. */
  readonly seconds: number;
  readonly losses: readonly Loss[];
  readonly conflicts: readonly Conflict[];
  readonly undo: UndoOutlook;
  readonly warnings: readonly PlanWarning[];
}

/** Whether a change can be undone, and until when. */
interface UndoOutlook {
  readonly possible: boolean;
  readonly until: string | null;
  readonly reason: string | null;
}

function undoOf({ store, now }: Context, { steps }: Draft): UndoOutlook {
  const { undoDays } = store.catalog.settings;
  const reason = undoDays === 0 ? 'The project keeps no schema changes' : lossReason(steps);
  if (reason !== null) return { possible: false, until: null, reason };
  return { possible: true, until: isoMoment(now.getTime() + undoDays * DAY_MS), reason };
}

/** Describes what a draft has collected, as far as the caller may see it. */
export async function planOfDraft(context: Context, draft: Draft): Promise<SchemaPlan> {
  const { steps, misfits } = draft;
  const [first] = misfits;
  const tables = await plannedTables(context, steps);
  return {
    possible: first === undefined,
    error: first ? { code: first.error.code, message: first.error.message } : null,
    statements: steps.flatMap((step) => statementsIn(context, step)),
    rows: draft.rows,
    tables,
    seconds: rounded(tables.reduce((sum, { seconds }) => sum + seconds, 0)),
    losses: [...(await lossesOf(context, steps)), ...(await lostRecords(context, draft))],
    conflicts: await conflictsOf(context, misfits),
    undo: undoOf(context, draft),
    warnings: await warningsOf(context, draft),
  };
}

const statementsIn = ({ store }: Context, step: TableStep): SchemaPlan['statements'] =>
  statementsOf(store.dialect, step).map((sql) => ({ table: tableOf(step), sql }));

const rounded = (seconds: number): number => Number(seconds.toPrecision(2));
