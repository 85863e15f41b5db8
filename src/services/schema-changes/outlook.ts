import type { Reader } from '../../dialects/dialect.ts';
import { ApiError } from '../../errors/api-error.ts';
import { changesValue } from '../../persistence/changed-values.ts';
import type { Scope } from '../../persistence/context.ts';
import { columnChanges } from '../../persistence/data-fits.ts';
import { type ChangeEntry, entryRows, keptTables, toEntry } from '../../persistence/schema-change/entries.ts';
import { keptUntil } from '../../persistence/schema-change/purge.ts';
import { overlap } from '../../persistence/schema-change/touched.ts';
import type { StoreView } from '../../persistence/store.ts';
import { type TableStep, tableOf } from '../../schema/table-step.ts';
import { isoMoment } from './moment.ts';

/** Whether a change can be undone, until when, and what prevents it. */
interface Outlook {
  readonly possible: boolean;
  readonly until: string | null;
  readonly reason: string | null;
  readonly blocked_by: readonly number[];
}

/** The present state that an outlook depends on. */
export interface Present {
  readonly store: StoreView;
  readonly now: Date;
  /** The existing internal tables. */
  readonly internal: ReadonlySet<string>;
}

/** Determines whether a change can be undone, given all later ones. */
export function outlookOf(change: ChangeEntry, later: readonly ChangeEntry[], present: Present): Outlook {
  const until = keptUntil(present.store, change);
  const reason = reasonAgainst(change, until, present);
  if (reason !== null) return { possible: false, until: null, reason, blocked_by: [] };
  const blocked_by = later.filter((other) => blocks(other, later) && overlap(change.touched, other.touched));
  const ids = blocked_by.map(({ id }) => id);
  const blocked = ids.length > 0 ? `Undo the later changes of the same first: ${ids.toReversed().join(', ')}` : null;
  return { possible: blocked === null, until: isoMoment(until), reason: blocked, blocked_by: ids };
}

function reasonAgainst(change: ChangeEntry, until: number, { store, now, internal }: Present): string | null {
  const { entry, undoneAt } = change;
  if (undoneAt !== null) return 'It has been undone';
  if (!entry || until <= now.getTime()) return 'What it changed is no longer kept';
  if (keptTables(change).some((name) => !internal.has(name))) return 'What it took away is no longer there';
  return lossReason(entry.steps) ?? entry.steps.map((step) => changeSince(store, step)).find(Boolean) ?? null;
}

/** Changes that are missing from the journal are detected by their effects on the tables. */
function changeSince({ catalog }: StoreView, step: TableStep): string | null {
  const name = tableOf(step);
  const present = catalog.schema.collections.get(name)?.table;
  if (step.kind === 'keep' || step.kind === 'restore') return null;
  if (step.kind === 'drop' || step.kind === 'retire') return present ? `There is a collection "${name}" again` : null;
  if (!present) return `The collection "${name}" is no longer there`;
  if (step.kind !== 'alter') return null;
  const names = new Set(present.columns.map((column) => column.name));
  const [before, after] = [step.before, step.after].map(({ columns }) => columns.map((column) => column.name));
  const missing = after?.find((field) => !names.has(field) && !before?.includes(field));
  const back = before?.find((field) => names.has(field) && !after?.includes(field));
  if (missing !== undefined) return `The field "${missing}" of "${name}" is no longer there`;
  return back === undefined ? null : `There is a field "${back}" of "${name}" again`;
}

/** Whether a later change is still in effect. An undo cancels both itself and the change that it undid. */
function blocks({ undoneAt, what }: ChangeEntry, all: readonly ChangeEntry[]): boolean {
  if (undoneAt !== null) return false;
  if (what.undo_of === null) return true;
  const undone = all.find(({ id }) => id === what.undo_of);
  return undone !== undefined && !blocks({ ...undone, undoneAt: null }, all);
}

/** Why steps cannot be undone although they are kept; null if they can. */
export function lossReason(steps: readonly TableStep[]): string | null {
  for (const step of steps)
    if (!lostBy(step).every((name) => isKept(steps, step, name)))
      return 'What it takes away is not kept, because there is too much of it or the table has no key';
  return null;
}

/** The columns whose values a step loses; an empty name stands for the complete table. */
function lostBy(step: TableStep): string[] {
  if (step.kind === 'drop') return [''];
  if (step.kind !== 'alter') return [];
  const left = new Set(step.after.columns.map(({ name }) => name));
  const lost = step.before.columns.filter(({ name, native }) => !left.has(name) && native?.generated === undefined);
  const cut = columnChanges(step.before, step.after).filter(changesValue);
  return [...lost.map(({ name }) => name), ...cut.map(({ before }) => before.name)];
}

const isKept = (steps: readonly TableStep[], lost: TableStep, name: string): boolean =>
  steps.some(
    (step) => step.kind === 'keep' && step.from.name === tableOf(lost) && (name === '' || step.columns.includes(name)),
  );

/** The changes after a given one, newest first. */
export async function laterThan(context: Scope, { id }: ChangeEntry, reader: Reader): Promise<ChangeEntry[]> {
  return (await entryRows(context).find(reader, [['id', '>', id]], '-id', null)).map(toEntry);
}

/** Refuses to undo a change that cannot be undone. Error 12. */
export async function refuseBlocked(context: Scope, change: ChangeEntry, reader: Reader): Promise<void> {
  const { store, now } = context;
  const internal = new Set(await store.dialect.internalTables(reader));
  const { reason } = outlookOf(change, await laterThan(context, change, reader), { store, now, internal });
  if (reason !== null) throw new ApiError('undoImpossible', { change: change.id, reason });
}
