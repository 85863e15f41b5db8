import { ApiError } from '../../errors/api-error.ts';
import type { Context } from '../../persistence/context.ts';
import { type ChangeEntry, entryRows, entryWithId, toEntry } from '../../persistence/schema-change/entries.ts';
import { keptUntil, MAX_ENTRIES, purgeEntry } from '../../persistence/schema-change/purge.ts';
import { schemaChanges } from '../../schema/internal/schema-changes.ts';
import { isoMoment } from './moment.ts';
import { laterThan, outlookOf, type Present } from './outlook.ts';

/** The schema changes, newest first. */
export async function listChanges(context: Context, offset: number, limit: number): Promise<object[]> {
  const { store } = context;
  if (!(await store.hasInternalTable(schemaChanges))) return [];
  const rows = await entryRows(context).find(store.database, [], '-id', Math.min(offset + limit, MAX_ENTRIES));
  const changes = rows.map(toEntry);
  const present = await presentOf(context);
  return changes.slice(offset).map((change, place) => shown(change, changes.slice(0, offset + place), present));
}

/** One schema change. Error 203. */
export async function findChange(context: Context, id: string): Promise<object> {
  const change = await existing(context, id);
  return shown(change, await laterThan(context, change, context.store.database), await presentOf(context));
}

/** Removes the data that is kept for undoing a change, so that it can no longer be undone. Error 203. */
export async function purgeChange(context: Context, id: string): Promise<void> {
  await purgeEntry(context.store, await existing(context, id));
}

async function existing(context: Context, id: string): Promise<ChangeEntry> {
  const { store } = context;
  if (!(await store.hasInternalTable(schemaChanges))) throw new ApiError('itemWithIdNotFound', { id });
  return entryWithId(context, id, store.database);
}

async function presentOf({ store, now }: Context): Promise<Present> {
  return { store, now, internal: new Set(await store.dialect.internalTables(store.database)) };
}

function shown(change: ChangeEntry, later: readonly ChangeEntry[], present: Present): object {
  const { id, madeAt, madeBy, what, undoneAt, undoneBy } = change;
  const kept = keptOf(change);
  return {
    id,
    state: undoneAt === null ? 'done' : 'undone',
    made_at: isoMoment(madeAt),
    by: madeBy || null,
    ...what,
    kept,
    kept_until: kept.length > 0 ? isoMoment(keptUntil(present.store, change)) : null,
    undo: outlookOf(change, later, present),
    undone_at: undoneAt === null ? null : isoMoment(undoneAt),
    undone_by: undoneBy || null,
  };
}

/** The kept data by table: some fields, or everything. */
function keptOf({ entry }: ChangeEntry): { readonly table: string; readonly fields: readonly string[] }[] {
  return (entry?.steps ?? []).flatMap((step) => {
    if (step.kind === 'keep') return [{ table: step.from.name, fields: step.columns }];
    return step.kind === 'retire'
      ? [{ table: step.table.name, fields: step.table.columns.map(({ name }) => name) }]
      : [];
  });
}
