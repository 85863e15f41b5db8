import { asText } from '../../shared/text.ts';
import type { Change, ItemChange } from '../changes.ts';

/** A summary of a schema change: its main object, in words. */
export interface ChangedThing {
  readonly action: string;
  readonly collection: string | null;
  readonly fields: readonly string[];
  /** The entry that was undone, if that was the change. */
  readonly undo_of: number | null;
}

/** The summary of a schema change, from the first of its changes that has one. */
export function changedThing(changes: readonly Change[]): ChangedThing {
  for (const change of changes) {
    const thing = thingOf(change, changes);
    if (thing) return thing;
  }
  return { action: 'other', collection: null, fields: [], undo_of: null };
}

function thingOf(change: Change, all: readonly Change[]): ChangedThing | null {
  if (change.kind === 'undone') {
    const { collection, fields, entry } = change;
    return { action: 'undo', collection, fields, undo_of: entry };
  }
  if (change.kind === 'schema') {
    const fields = all.flatMap((each) => (each.kind === 'schema' ? textIn(each.data.field) : []));
    return { action: change.event, collection: change.collection, fields, undo_of: null };
  }
  return change.kind === 'item' && change.collection === 'directus_relations' ? relationThing(change) : null;
}

function relationThing({ action, before, after }: ItemChange): ChangedThing {
  const { collection_many: many, field_many: field } = { ...before, ...after };
  const collection = many === undefined ? null : asText(many);
  const fields = field === undefined ? [] : [asText(field)];
  return { action: `relation.${action}`, collection, fields, undo_of: null };
}

const textIn = (value: unknown): string[] => (value === undefined || value === null ? [] : [asText(value)]);
