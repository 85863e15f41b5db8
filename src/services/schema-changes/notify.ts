import type { SchemaEvent } from '../../persistence/changes.ts';
import { type ChangeEntry, entryRows, toEntry } from '../../persistence/schema-change/entries.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';

type Event = SchemaEvent['event'];

/** The event that undoing a change causes. Changes of relations are events of items. */
const OPPOSITE: Readonly<Record<string, Event>> = {
  'collection.create': 'collection.delete',
  'collection.update': 'collection.update',
  'collection.delete': 'collection.create',
  'field.create': 'field.delete',
  'field.update': 'field.update',
  'field.delete': 'field.create',
};

/**
 * Notifies hooks of an undo as of a request that makes the same change; the data contains only names. Hooks may refuse
 * it. (Contract, X-34 and S-182.)
 */
export async function notifyOfUndo(tx: SchemaTransaction, change: ChangeEntry): Promise<void> {
  const { collection, fields } = change.what;
  const event = await opposite(tx, change);
  if (!event || collection === null) return;
  if (event.startsWith('collection')) return notifySchemaHooks(tx, event, collection, { collection });
  for (const field of fields) await notifySchemaHooks(tx, event, collection, { field });
}

/** Whether a change was a change of a relation, or the undo of one. */
export async function changesRelation(tx: SchemaTransaction, { what }: ChangeEntry): Promise<boolean> {
  if (what.undo_of === null) return what.action.startsWith('relation.');
  const undone = await undoneBy(tx, what.undo_of);
  return undone !== undefined && changesRelation(tx, undone);
}

async function undoneBy({ context, reader }: SchemaTransaction, id: number): Promise<ChangeEntry | undefined> {
  const [row] = await entryRows(context).find(reader, [['id', '=', id]], 'id', 1);
  return row && toEntry(row);
}

/** Undoing an undo repeats the original event, if the journal still has it. */
async function opposite(tx: SchemaTransaction, { what }: ChangeEntry): Promise<Event | undefined> {
  if (what.undo_of === null) return OPPOSITE[what.action];
  const undone = await undoneBy(tx, what.undo_of);
  const event = undone && (await opposite(tx, undone));
  return event && OPPOSITE[event];
}
