import type { SchemaEvent } from '../../persistence/changes.ts';
import { type ChangeEntry, entryRows, toEntry } from '../../persistence/schema-change/entries.ts';
import type { SchemaTransaction } from '../../persistence/transaction.ts';
import { notifySchemaHooks } from '../hooks/schema-hooks.ts';

type Event = SchemaEvent['event'];

/** What undoing a change does. Relations have no events of their own. */
const OPPOSITE: Readonly<Record<string, Event>> = {
  'collection.create': 'collection.delete',
  'collection.update': 'collection.update',
  'collection.delete': 'collection.create',
  'field.create': 'field.delete',
  'field.update': 'field.update',
  'field.delete': 'field.create',
};

/**
 * Notifies hooks of an undo like of a request that makes the same change; the data has names alone. Hooks may refuse it.
 * (Contract, X-34 and S-182.)
 */
export async function notifyOfUndo(tx: SchemaTransaction, change: ChangeEntry): Promise<void> {
  const { collection, fields } = change.what;
  const event = await opposite(tx, change);
  if (!event || collection === null) return;
  if (event.startsWith('collection')) return notifySchemaHooks(tx, event, collection, { collection });
  for (const field of fields) await notifySchemaHooks(tx, event, collection, { field });
}

/** Undoing an undo does what was done at first, if the journal still knows that. */
async function opposite(tx: SchemaTransaction, { what }: ChangeEntry): Promise<Event | undefined> {
  if (what.undo_of === null) return OPPOSITE[what.action];
  const [row] = await entryRows(tx.context).find(tx.reader, [['id', '=', what.undo_of]], 'id', 1);
  const event = row && (await opposite(tx, toEntry(row)));
  return event && OPPOSITE[event];
}
