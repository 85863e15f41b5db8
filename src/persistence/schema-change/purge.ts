import { KEPT_PREFIX } from '../../schema/internal/internal-table.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { DAY_MS } from '../../shared/time-units.ts';
import type { Store } from '../store.ts';
import { type ChangeEntry, entryRows, keptTables, toEntry, updateEntry } from './entries.ts';

/** How many changes keep removed data. */
const MAX_KEPT = 100;
/** The maximum number of entries in the journal. */
export const MAX_ENTRIES = 1_000;

/**
 * Removes the kept data of a schema change; its entry stays. If there are no tables of kept data, the catalogue need
 * not be reloaded.
 */
export function purgeEntry(store: Store, change: ChangeEntry): Promise<void> {
  const tables = keptTables(change);
  const forget = { entry: null };
  if (tables.length === 0)
    return store.database.transaction((connection) => updateEntry({ connection }, store, change.id, forget));
  return store.changingSchema(async (tx) => {
    const present = new Set(await store.dialect.internalTables(tx.connection));
    await updateEntry(tx, store, change.id, forget);
    for (const table of tables) if (present.has(table)) await tx.apply({ kind: 'drop', table });
  });
}

/**
 * Removes the kept data of changes that were undone, are too old for the project's settings, or are not among the
 * newest; surplus entries; and kept tables that belong to no entry.
 */
export async function purgeExpired(store: Store, now: Date): Promise<void> {
  if (!(await store.hasInternalTable(schemaChanges))) return;
  const rows = entryRows({ store });
  const kept = (await rows.find(store.database, [['entry', '<>', null]], '-id', null)).map(toEntry);
  for (const [place, change] of kept.entries())
    if (place >= MAX_KEPT || isExpired(store, change, now)) await purgeEntry(store, change);
  await dropForgotten(store);
  await dropOldest(store);
}

/** When a change can no longer be undone, by its date and the present settings. */
export function keptUntil(
  { catalog }: Pick<Store, 'catalog'>,
  change: Pick<ChangeEntry, 'keptUntil' | 'madeAt'>,
): number {
  return Math.min(change.keptUntil, change.madeAt + catalog.settings.undoDays * DAY_MS);
}

const isExpired = (store: Store, change: ChangeEntry, now: Date): boolean =>
  change.undoneAt !== null || keptUntil(store, change) <= now.getTime();

/** Drops kept tables that a failed change, or another program, has left. */
async function dropForgotten(store: Store): Promise<void> {
  if (!(await store.dialect.internalTables(store.database)).some(isKept)) return;
  await store.changingSchema(async (tx) => {
    const known = (await entryRows({ store }).find(tx.connection, [['entry', '<>', null]], 'id', null)).map(toEntry);
    const names = new Set(known.flatMap(keptTables));
    for (const table of await store.dialect.internalTables(tx.connection))
      if (isKept(table) && !names.has(table)) await tx.apply({ kind: 'drop', table });
  });
}

const isKept = (table: string): boolean => table.startsWith(KEPT_PREFIX);

async function dropOldest(store: Store): Promise<void> {
  const rows = entryRows({ store });
  const part = { columns: ['id'], offset: MAX_ENTRIES };
  const [last] = await rows.find(store.database, [], '-id', 1, part);
  if (!last) return;
  await store.database.transaction((connection) =>
    rows.delete(connection, [
      ['id', '<=', Number(last.id)],
      ['entry', '=', null],
    ]),
  );
}
