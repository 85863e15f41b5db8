import { changesValue } from '../../persistence/changed-values.ts';
import type { Context } from '../../persistence/context.ts';
import { columnChanges } from '../../persistence/data-fits.ts';
import { seesAll } from '../../persistence/seen-values.ts';
import { countRows, tally } from '../../persistence/tally.ts';
import type { Column, Table } from '../../schema/column.ts';
import type { Stored } from '../../schema/stored.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { type Example, seenOf } from './seen.ts';

export const LOSS_KINDS = ['table', 'column', 'value', 'revisions', 'comments'] as const;

/** Something that a change loses: a table with the records of its items, a column, or parts of values. */
export interface Loss {
  readonly kind: (typeof LOSS_KINDS)[number];
  readonly table: string;
  readonly field: string | null;
  /**
   * The number of items, records or non-empty values. Null if the caller may not read all items, or there are too many
   * records.
   */
  readonly count: number | null;
  readonly exact: boolean;
  /** Whether the lost data is kept aside for a time. */
  readonly kept: boolean;
  readonly examples: readonly Example[];
}

/** Everything that the steps of a change lose. */
export async function lossesOf(context: Context, steps: readonly TableStep[]): Promise<Loss[]> {
  const losses: Omit<Loss, 'kept'>[] = [];
  for (const step of steps) {
    if (step.kind === 'drop' || step.kind === 'retire') losses.push(await lostTable(context, tableOf(step)));
    if (step.kind === 'alter') losses.push(...(await lostValues(context, step.before, step.after)));
  }
  return losses.map((loss) => ({ ...loss, kept: isKept(steps, loss) }));
}

const isKept = (steps: readonly TableStep[], { table, field }: Omit<Loss, 'kept'>): boolean =>
  steps.some((step) => {
    if (step.kind === 'retire') return field === null && step.table.name === table;
    return step.kind === 'keep' && step.from.name === table && (field === null || step.columns.includes(field));
  });

async function lostTable(context: Context, table: string): Promise<Omit<Loss, 'kept'>> {
  const { database, dialect } = context.store;
  const { count, exact } = await countRows(database, dialect, table);
  const known = seesAll(context, table) ? { count, exact } : { count: null, exact: false };
  return { kind: 'table', table, field: null, ...known, examples: [] };
}

async function lostValues(context: Context, before: Table, after: Table): Promise<Omit<Loss, 'kept'>[]> {
  const losses: Omit<Loss, 'kept'>[] = [];
  const kept = new Set(after.columns.map(({ name }) => name));
  for (const column of before.columns)
    if (!kept.has(column.name)) losses.push(await lossOf(context, 'column', before, column, isGiven));
  for (const change of columnChanges(before, after)) {
    const isChanged = changesValue(change);
    if (!isChanged) continue;
    const loss = await lossOf(context, 'value', before, change.before, isChanged);
    if (loss.count !== 0) losses.push(loss);
  }
  return losses;
}

const isGiven = (value: Stored): boolean => value !== null && value !== '';

async function lossOf(
  context: Context,
  kind: Loss['kind'],
  table: Table,
  column: Column,
  isLost: (value: Stored) => boolean,
): Promise<Omit<Loss, 'kept'>> {
  const { store } = context;
  const rows = await countRows(store.database, store.dialect, table.name);
  const found = await tally(store, table, column, rows, isLost);
  return { kind, table: table.name, field: column.name, ...seenOf(context, table, column, found) };
}
