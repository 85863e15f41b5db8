import type { Effort } from '../../dialects/dialect.ts';
import type { Context } from '../../persistence/context.ts';
import { type Count, countRows } from '../../persistence/tally.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { seesAll } from './seen.ts';

/** A table that a change creates, alters or drops. */
export interface PlannedTable {
  readonly table: string;
  readonly action: TableStep['kind'];
  /** Null if the caller may not read all items. */
  readonly rows: number | null;
  /** Otherwise the number of rows is estimated. */
  readonly exact: boolean;
  readonly rewrites: boolean;
  readonly locks: Effort['locks'];
  /** By rule of thumb; 0 where the engine needs no time for the rows. */
  readonly seconds: number;
}

/** The tables of the steps of a change, in the same order. */
export async function plannedTables(context: Context, steps: readonly TableStep[]): Promise<PlannedTable[]> {
  const planned: PlannedTable[] = [];
  for (const step of steps) planned.push(await plannedTable(context, step));
  return planned;
}

async function plannedTable(context: Context, step: TableStep): Promise<PlannedTable> {
  const table = tableOf(step);
  if (step.kind === 'create') return { table, ...INSTANT, action: step.kind, rows: 0, exact: true };
  const counted = await countRows(context.store, table);
  const known = seesAll(context, table) ? { rows: counted.count, exact: counted.exact } : { rows: null, exact: false };
  if (step.kind === 'drop') return { table, ...INSTANT, locks: 'all', action: step.kind, ...known };
  const effort = context.store.dialect.ddl.effort(step.before, step.after);
  const { rewrites, locks } = effort;
  return { table, action: step.kind, ...known, rewrites, locks, seconds: secondsOf(effort, counted) };
}

const INSTANT = { rewrites: false, locks: 'none', seconds: 0 } as const;

/** One digit is all that a rule of thumb says. */
function secondsOf({ rewrites, builds, pace }: Effort, { count }: Count): number {
  const seconds = (rewrites ? count / pace.rewrites : 0) + (builds * count) / pace.builds;
  return seconds < SHORTEST ? 0 : Number(seconds.toPrecision(1));
}

const SHORTEST = 0.01;
