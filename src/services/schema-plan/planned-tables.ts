import type { Effort } from '../../dialects/dialect.ts';
import type { Context } from '../../persistence/context.ts';
import { seesAll } from '../../persistence/seen-values.ts';
import { type Count, countRows } from '../../persistence/tally.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';

/** A table that a change creates, alters or drops. */
export interface PlannedTable {
  readonly table: string;
  readonly action: 'create' | 'alter' | 'drop';
  /** Null if the caller may not read all items. */
  readonly rows: number | null;
  /** False if the number of rows is estimated. */
  readonly exact: boolean;
  readonly rewrites: boolean;
  readonly locks: Effort['locks'];
  /** A rough estimate; 0 if the engine need not touch the rows. */
  readonly seconds: number;
}

/** The tables of the steps of a change, in the same order. */
export async function plannedTables(context: Context, steps: readonly TableStep[]): Promise<PlannedTable[]> {
  const planned: PlannedTable[] = [];
  for (const step of steps) {
    const action = ACTIONS[step.kind];
    if (action) planned.push(await plannedTable(context, step, action));
  }
  return planned;
}

/** The actions on tables, except on those that keep lost values. */
const ACTIONS: Readonly<Partial<Record<TableStep['kind'], PlannedTable['action']>>> = {
  create: 'create',
  revive: 'create',
  alter: 'alter',
  retire: 'drop',
  drop: 'drop',
};

async function plannedTable(context: Context, step: TableStep, action: PlannedTable['action']): Promise<PlannedTable> {
  const table = tableOf(step);
  if (step.kind === 'create') return { table, ...INSTANT, action, rows: 0, exact: true };
  const { database, dialect } = context.store;
  const counted = await countRows(database, dialect, step.kind === 'revive' ? step.from : table);
  const known = seesAll(context, table) ? { rows: counted.count, exact: counted.exact } : { rows: null, exact: false };
  if (step.kind !== 'alter') return { table, ...INSTANT, ...(action === 'drop' && { locks: 'all' }), action, ...known };
  const effort = dialect.ddl.effort(step.before, step.after);
  const { rewrites, locks } = effort;
  return { table, action, ...known, rewrites, locks, seconds: secondsOf(effort, counted) };
}

const INSTANT = { rewrites: false, locks: 'none', seconds: 0 } as const;

/** The estimate is only good to one significant digit. */
function secondsOf({ rewrites, builds, texts = 0, pace }: Effort, { count }: Count): number {
  const forTexts = (texts * count) / (pace.texts ?? pace.builds);
  const seconds = (rewrites ? count / pace.rewrites : 0) + (builds * count) / pace.builds + forTexts;
  return seconds < MIN_SHOWN_S ? 0 : Number(seconds.toPrecision(1));
}

const MIN_SHOWN_S = 0.01;
