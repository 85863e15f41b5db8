import { userIdOf } from '../../permissions/caller.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import type { Transaction } from '../transaction.ts';
import { changedThing } from './changed-thing.ts';
import { entryRows } from './entries.ts';
import { type Entry, encodeEntry } from './journal.ts';
import { touchedBy } from './touched.ts';

/** Tables whose rows are not part of the schema; undoing a change leaves them as they are. */
const OTHERS: ReadonlySet<string> = new Set([
  'directus_activity',
  'directus_revisions',
  'octavo_idempotency',
  schemaChanges.name,
]);

/** Writes the entry of a schema change within its transaction; returns its id, or null if nothing has changed. */
export async function writeChangeEntry(tx: Transaction, { steps, former }: Entry): Promise<number | null> {
  const { context, connection, changes } = tx;
  const entry = { steps: lasting(steps), former: former.filter(({ table }) => !OTHERS.has(table)) };
  const what = changedThing(changes.all);
  if (what.undo_of === null && entry.former.length === 0 && entry.steps.length === 0) return null;
  const now = context.now.getTime();
  const id = await entryRows(context).insertCounted(connection, {
    made_at: now,
    made_by: userIdOf(context.caller),
    what: JSON.stringify(what),
    touched: JSON.stringify([...touchedBy(entry, changes.all)]),
    entry: encodeEntry(entry),
    kept_until: now + context.store.catalog.settings.undoDays * DAY_MS,
  });
  tx.undo?.insertedInto(schemaChanges.name, { column: 'id', kind: 'integer', value: id });
  return id;
}

/**
 * The steps in the form that undoing needs: an alteration in two parts becomes one, and restored tables are omitted.
 */
function lasting(steps: readonly TableStep[]): TableStep[] {
  const tightened = new Map(steps.flatMap((step) => (step.kind === 'tighten' ? [[tableOf(step), step.after]] : [])));
  return steps.flatMap((step): TableStep[] => {
    if (step.kind === 'tighten' || step.kind === 'restore') return [];
    return step.kind === 'alter' ? [{ ...step, after: tightened.get(tableOf(step)) ?? step.after }] : [step];
  });
}
