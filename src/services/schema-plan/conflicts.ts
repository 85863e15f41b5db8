import type { Context } from '../../persistence/context.ts';
import { isInvalid, isLongerThan } from '../../persistence/data-fits.ts';
import type { ColumnAddition, ColumnChange, Constraint, Misfit } from '../../persistence/misfit.ts';
import { countRows, type Tally, tally, tallyRepeated } from '../../persistence/tally.ts';
import type { Stored } from '../../schema/stored.ts';
import { type Example, seenOf } from './seen.ts';

/** Stored values that prevent a change. */
export interface Conflict {
  readonly table: string;
  readonly field: string;
  readonly constraint: Constraint;
  /** The number of items or, for unique fields, of values. Null if the caller may not read all items. */
  readonly count: number | null;
  readonly exact: boolean;
  readonly examples: readonly Example[];
}

/** Everything that prevents a change; the change itself would report only the first. */
export async function conflictsOf(context: Context, misfits: readonly Misfit[]): Promise<Conflict[]> {
  const conflicts: Conflict[] = [];
  for (const { change, constraint } of misfits) {
    const { table, after } = change;
    const found = await (change.before ? inTheWay(context, constraint, change) : filling(context, constraint, change));
    conflicts.push({ table: table.name, field: after.name, constraint, ...seenOf(context, table, after, found) });
  }
  return conflicts;
}

function inTheWay(context: Context, constraint: Constraint, change: ColumnChange): Promise<Tally> {
  if (constraint === 'unique') return tallyRepeated(context.store, change.table, change.before);
  return misfitting(context, constraint, change);
}

function filling(context: Context, constraint: Constraint, change: ColumnAddition): Promise<Tally> | Tally {
  if (constraint === 'unique') return { count: 1, exact: true, examples: [{ key: null, value: change.after.default }] };
  return itemsWithout(context, change);
}

/** For a new column, all items lack a value. */
async function itemsWithout({ store }: Context, { table, after }: ColumnAddition): Promise<Tally> {
  const rows = await countRows(store.database, store.dialect, table.name);
  const column = table.columns.find(({ primaryKey }) => primaryKey) ?? table.columns[0] ?? after;
  const found = await tally(store, table, column, rows, () => true);
  return { ...found, examples: found.examples.map(({ key }) => ({ key, value: null })) };
}

async function misfitting({ store }: Context, constraint: ValueConstraint, change: ColumnChange): Promise<Tally> {
  const rows = await countRows(store.database, store.dialect, change.table.name);
  return tally(store, change.table, change.before, rows, MISFITS[constraint](change));
}

/** Constraints that a value breaks by itself. */
type ValueConstraint = Exclude<Constraint, 'unique'>;

const MISFITS: Readonly<Record<ValueConstraint, (change: ColumnChange) => (value: Stored) => boolean>> = {
  required: () => (value) => value === null,
  length: (change) => (value) => isLongerThan(value, change),
  type: (change) => (value) => value !== null && isInvalid(value, change),
};
