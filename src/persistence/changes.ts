import type { Caller } from '../permissions/caller.ts';
import type { Values } from '../query/plan/write/plan.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Collection } from '../schema/collection.ts';
import type { Stored } from '../schema/field-type.ts';
import type { Scope } from './context.ts';
import type { Transaction } from './transaction.ts';

/** What has happened to an item. */
export interface ItemChange {
  readonly kind: 'item';
  readonly collection: string;
  readonly key: Stored;
  readonly action: RowAction;
  /** The item as it was; null for a new one. */
  readonly before: Item | null;
  /** The item as it has become; null for one that is gone, and where nobody records it or waits for it. */
  readonly after: Item | null;
  /** The columns that were written; empty for a deletion. */
  readonly columns: readonly string[];
  readonly by: Author;
}

/** Who has made a change: the caller of the request, or a hook that it has led to. */
interface Author {
  readonly caller: Caller;
  /** How many hooks have led there, one through the other; absent where none has. */
  readonly depth?: number;
}

/** The author of what is written in a scope. */
export const authorOf = ({ caller, depth }: Scope): Author => ({ caller, ...(depth !== undefined && { depth }) });

/** What has happened to rows below the level of items, such as records and sessions. */
interface RowsChange {
  readonly kind: 'rows';
  readonly collection: string;
  readonly action: RowAction;
}

export type RowAction = 'create' | 'update' | 'delete';

/** A collection or a field that was made, changed or removed by a request. */
export interface SchemaEvent {
  readonly kind: 'schema';
  readonly event:
    | 'collection.create'
    | 'collection.update'
    | 'collection.delete'
    | 'field.create'
    | 'field.update'
    | 'field.delete';
  readonly collection: string;
  /** What the request said of it. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly by: Author;
}

/** A table that is gone, with the newest records of what its rows were. */
export interface DroppedTable {
  readonly kind: 'dropped';
  readonly collection: string;
  /** The newest id of each table of records that has any of this collection. */
  readonly records: readonly { readonly table: string; readonly newest: number }[];
}

/** Somebody has signed in. */
export interface SignIn {
  readonly kind: 'sign-in';
  readonly user: number;
}

/** An object of a file's storage that nothing refers to any more. */
interface ReleasedObject {
  readonly kind: 'released';
  /** Name of the file on the disk. */
  readonly disk: string;
}

/** An object that waits to take the place of a file's present one. */
interface PendingObject {
  readonly kind: 'pending';
  readonly file: string;
  readonly object: string;
  readonly checksum: string;
}

/** What a transaction has done, one thing at a time. */
export type Change = ItemChange | RowsChange | SchemaEvent | DroppedTable | SignIn | ReleasedObject | PendingObject;

/** Tables whose rows say what has happened to others. */
const RECORDS: ReadonlySet<string> = new Set(['directus_activity', 'directus_revisions', 'octavo_outbox']);

/** The changes of a transaction in the order in which they happened. */
export class Changes {
  readonly #all: Change[] = [];

  get all(): readonly Change[] {
    return this.#all;
  }

  add(change: Change): void {
    this.#all.push(change);
  }

  /** Says what an item has become. */
  became(change: ItemChange, after: Item | null): ItemChange {
    const known = { ...change, after };
    this.#all[this.#all.lastIndexOf(change)] = known;
    return known;
  }

  /** Whether nothing but records has been written since a change of an item: what was read then still holds. */
  isLatest(change: ItemChange): boolean {
    const since = this.#all.slice(this.#all.lastIndexOf(change) + 1);
    return since.every((later) => later.kind === 'rows' && RECORDS.has(later.collection));
  }
}

/** Adds what has been done to an item; returns the change. */
export function noteItem(
  { changes, context }: Transaction,
  collection: Collection,
  happened: Pick<ItemChange, 'key' | 'action' | 'before'>,
  values: Values = NO_VALUES,
): ItemChange {
  const columns = [...values.keys()];
  const by = authorOf(context);
  const change: ItemChange = { kind: 'item', collection: collection.name, ...happened, after: null, columns, by };
  changes.add(change);
  return change;
}

const NO_VALUES: Values = new Map();

/** The names of the tables whose rows have changed. */
export function changedTables(changes: readonly Change[]): ReadonlySet<string> {
  const named = changes.filter((change) => change.kind === 'item' || change.kind === 'rows');
  return new Set(named.map(({ collection }) => collection));
}
