import type { Collection } from '../model/collection.ts';
import type { Field } from '../model/field.ts';
import { isSame } from '../model/same.ts';
import type { Schema } from '../model/schema.ts';
import type { Values } from './form.ts';
import { mergeList } from './merge-list.ts';
import type { Outcome } from './merge-outcome.ts';

/** A field that two people changed differently. */
export interface Collision {
  readonly field: Field;
  readonly before: unknown;
  /** The value that the form would send. */
  readonly mine: unknown;
  readonly theirs: unknown;
  /** What to send if mine is chosen, and if theirs is. */
  readonly ifMine: unknown;
  readonly ifTheirs: unknown;
}

/** Edits after a change by others: those that stay, those to be decided, and what the others changed. */
export interface Merged {
  readonly keep: Values;
  readonly collisions: readonly Collision[];
  readonly changed: readonly Field[];
}

const STAMPS: ReadonlySet<string> = new Set(['datetime_updated', 'user_updated']);

/** Merges edits of an item with a newer state of it, field by field. Lists of related items merge row by row. */
export function merge(
  { collection, schema }: { readonly collection: Collection; readonly schema: Schema },
  before: Values,
  edits: Values,
  theirs: Values,
): Merged {
  const keep: Record<string, unknown> = {};
  const collisions: Collision[] = [];
  const plain = (field: Field, value: unknown): unknown => comparable(field, value, schema);
  const isChanged = (field: Field): boolean =>
    !isSame(plain(field, before[field.name]), plain(field, theirs[field.name]));
  for (const [name, mine] of Object.entries(edits)) {
    const field = collection.field(name);
    if (!field) continue;
    const found = field.isAlias
      ? mergeList(field, schema, before[name], mine, theirs[name])
      : mergeValue(isChanged(field), isWrite(mine) ? mine : plain(field, mine), plain(field, theirs[name]), mine);
    if (found.isOpen) collisions.push({ field, before: before[name], mine, theirs: theirs[name], ...found });
    else if (found.ifMine !== undefined) keep[name] = found.ifMine;
  }
  const changed = collection.fields.filter((field) => !STAMPS.has(field.type) && isChanged(field));
  return { keep, collisions, changed };
}

function mergeValue(isChanged: boolean, mine: unknown, theirs: unknown, edit: unknown): Outcome {
  if (isSame(mine, theirs)) return { isOpen: false, ifMine: undefined, ifTheirs: undefined };
  return { isOpen: isChanged, ifMine: edit, ifTheirs: undefined };
}

/** Whether an edit writes more than the key of a related item. */
const isWrite = (edit: unknown): boolean =>
  typeof edit === 'object' && edit !== null && !Array.isArray(edit) && Object.keys(edit).length > 1;

/** A value to compare: for a related item, its key. */
function comparable(field: Field, value: unknown, schema: Schema): unknown {
  const isItem = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isItem || field.relation?.kind !== 'to-one') return value;
  const key = schema.collection(field.relation.collection)?.key.name ?? 'id';
  return (value as Values)[key] ?? value;
}
