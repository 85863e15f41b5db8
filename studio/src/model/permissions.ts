import type { Collection } from './collection.ts';
import type { Field } from './field.ts';

export type Action = 'create' | 'read' | 'update' | 'delete';

/** Which items a permission covers. */
export type Level = 'mine' | 'role' | 'full';

/** A row of the caller's permissions. */
export interface PermissionRow {
  readonly collection: string | null;
  readonly status: string | null;
  readonly create: string | null;
  readonly read: string | null;
  readonly update: string | null;
  readonly delete: string | null;
  readonly comment: string | null;
  readonly explain: string | null;
  readonly read_field_blacklist: readonly string[] | null;
  readonly write_field_blacklist: readonly string[] | null;
  readonly status_blacklist: readonly string[] | null;
}

const ADMINISTRATOR = 1;
/** Each covers the items of those before it, too. */
const LEVELS: readonly (string | null)[] = ['none', 'mine', 'role', 'full'];

/**
 * What the caller may try. It decides what is offered, never what happens: only the server knows the owner of an item,
 * and it checks every request.
 */
export class Permissions {
  readonly isAdministrator: boolean;
  readonly #rows: readonly PermissionRow[];

  constructor(role: number, rows: readonly PermissionRow[]) {
    this.isAdministrator = role === ADMINISTRATOR;
    this.#rows = rows;
  }

  /** Whether an action on items may succeed: on any item, on one of a status, or on one that only some levels cover. */
  may(action: Action, collection: string, status?: string | null, level: Level = 'mine'): boolean {
    const least = LEVELS.indexOf(level);
    return this.isAdministrator || this.#rowsOf(collection, status).some((row) => LEVELS.indexOf(row[action]) >= least);
  }

  /** Whether the role of an item's owner decides what may be done with the item. */
  goesByRole(collection: string): boolean {
    return this.#rowsOf(collection).some((row) => row.update === 'role' || row.delete === 'role');
  }

  /** Whether there is something to do in a collection: items to read, or to add. */
  mayUse({ name, isSingle }: Collection): boolean {
    return this.may('read', name) || (!isSingle && this.may('create', name));
  }

  mayRead(field: Pick<Field, 'collection' | 'name'>): boolean {
    return this.#isListed(field, 'read_field_blacklist');
  }

  /** Whether a field of an item may be written, if the item may be written. */
  mayWrite(field: Field, status?: string | null): boolean {
    return this.#isListed(field, 'write_field_blacklist', status);
  }

  /** Whether an action needs a comment that says why. */
  mustExplain(action: Action, collection: string, status?: string | null): boolean {
    if (this.isAdministrator) return false;
    return this.#rowsOf(collection, status).some(({ explain }) => explain === 'always' || explain === action);
  }

  mayComment(collection: string): boolean {
    if (this.isAdministrator) return true;
    return this.#rowsOf(collection).some(({ comment }) => !['none', 'read'].includes(comment ?? ''));
  }

  /** Whether a comment may be changed and deleted: one's own, or somebody else's. */
  mayChangeComment(collection: string, isOwn: boolean): boolean {
    if (this.isAdministrator) return true;
    const levels = this.#rowsOf(collection).map(({ comment }) => comment ?? 'full');
    return levels.some((level) => level === 'full' || (isOwn && level === 'update'));
  }

  /** The statuses to offer for an item of a collection. */
  statusesOf(collection: Collection): Collection['statuses'] {
    if (this.isAdministrator) return collection.statuses;
    const hidden = new Set(this.#rowsOf(collection.name).flatMap((row) => row.status_blacklist ?? []));
    return collection.statuses.filter(({ value }) => !hidden.has(value));
  }

  #isListed(
    field: Pick<Field, 'collection' | 'name'>,
    list: 'read_field_blacklist' | 'write_field_blacklist',
    status?: string | null,
  ): boolean {
    if (this.isAdministrator) return true;
    return this.#rowsOf(field.collection, status).some((row) => !row[list]?.includes(field.name));
  }

  /** Rows by status replace the one without a status; a known status is decided by its own row. */
  #rowsOf(collection: string, status?: string | null): readonly PermissionRow[] {
    const rows = this.#rows.filter((row) => row.collection === collection);
    const byStatus = rows.filter((row) => row.status !== null);
    if (byStatus.length === 0) return rows;
    return status === undefined || status === null ? byStatus : byStatus.filter((row) => row.status === status);
  }
}
