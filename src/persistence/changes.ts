import { ApiError } from '../errors/api-error.ts';
import type { Caller } from '../permissions/caller.ts';
import type { Item } from '../query/shape/decoder.ts';
import type { Stored } from '../schema/stored.ts';
import { charactersOf } from './characters-of.ts';

/** A change of an item. */
export interface ItemChange {
  readonly kind: 'item';
  readonly collection: string;
  readonly key: Stored;
  readonly action: 'create' | 'update' | 'delete';
  /** The item before the change; null for a new one. */
  readonly before: Item | null;
  /** The item after the change; null if it was deleted, or if nothing records it and no consumer needs it. */
  readonly after: Item | null;
  /** The columns that were written; empty for a deletion. */
  readonly columns: readonly string[];
  readonly by: Author;
}

/** Who made a change: the caller of the request, or a hook that the request triggered. */
export interface Author {
  readonly caller: Caller;
  /** How many nested hooks led to the change; absent if none did. */
  readonly depth?: number;
}

/** A change of rows that are not written as items, such as records and sessions. */
interface RowsChange {
  readonly kind: 'rows';
  readonly collection: string;
}

/** A collection or a field that a request has created, changed or removed. */
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
  /** The payload of the request. */
  readonly data: Readonly<Record<string, unknown>>;
  readonly by: Author;
}

/** A dropped table, with the newest records of its items. */
export interface DroppedTable {
  readonly kind: 'dropped';
  readonly collection: string;
  /** The newest id in each table of records that has any for this collection. */
  readonly records: readonly { readonly table: string; readonly newest: number }[];
}

/** A schema change that was undone. */
interface UndoneChange {
  readonly kind: 'undone';
  readonly entry: number;
  /** The collection that the change was about. */
  readonly collection: string | null;
  readonly fields: readonly string[];
}

/** A sign-in of an account. */
export interface SignIn {
  readonly kind: 'sign-in';
  readonly user: number;
}

/** An object in the storage that nothing refers to any more. */
interface ReleasedObject {
  readonly kind: 'released';
  /** The file's `filename_disk`. */
  readonly disk: string;
}

/** An object waiting to replace a file's current one. */
interface PendingObject {
  readonly kind: 'pending';
  readonly file: string;
  readonly object: string;
  readonly checksum: string;
}

/** One change that a transaction has made. */
export type Change =
  | UndoneChange
  | ItemChange
  | RowsChange
  | SchemaEvent
  | DroppedTable
  | SignIn
  | ReleasedObject
  | PendingObject;

/** Tables whose rows record changes of others. */
const RECORDS: ReadonlySet<string> = new Set(['directus_activity', 'directus_revisions', 'octavo_outbox']);

/**
 * The most characters of changed items in one transaction, before and after their changes. They stay in memory until the
 * transaction ends.
 */
const MAX_CHARACTERS = 128 * 1024 * 1024;

/** The changes of a transaction in the order in which they happened. */
export class Changes {
  readonly #all: Change[] = [];
  #items = 0;
  #characters = 0;

  get all(): readonly Change[] {
    return this.#all;
  }

  /** Adds a change. Error 13 if the changed items are too large together; a single one may have any size. */
  add(change: Change): void {
    this.#all.push(change);
    if (change.kind !== 'item') return;
    this.#items++;
    this.#hold(change.before);
  }

  /** Sets the state of an item after a change. Error 13 as of {@link add}. */
  became(change: ItemChange, after: Item | null): ItemChange {
    const known = { ...change, after };
    this.#all[this.#all.lastIndexOf(change)] = known;
    this.#hold(after);
    return known;
  }

  #hold(item: Item | null): void {
    if (item) this.#characters += charactersOf(item);
    if (this.#items > 1 && this.#characters > MAX_CHARACTERS)
      throw new ApiError('changesTooLarge', { limit: MAX_CHARACTERS });
  }

  /** Whether only records were written since an item's change, so that the state read at that time is still current. */
  isLatest(change: ItemChange): boolean {
    const since = this.#all.slice(this.#all.lastIndexOf(change) + 1);
    return since.every((later) => later.kind === 'rows' && RECORDS.has(later.collection));
  }
}

/** The names of the tables whose rows have changed. */
export function changedTables(changes: readonly Change[]): ReadonlySet<string> {
  const named = changes.filter((change) => change.kind === 'item' || change.kind === 'rows');
  return new Set(named.map(({ collection }) => collection));
}
