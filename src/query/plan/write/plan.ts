import { ApiError } from '../../../errors/api-error.ts';
import type { PatternQuestion } from '../../../patterns/pattern.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Stored } from '../../../schema/stored.ts';
import type { Predicate } from '../plan.ts';
import type { Payload } from './payload.ts';
import type { RuleName } from './rules.ts';
import type { Warning } from './warnings.ts';

/** What to do to one item, in order. It is pure data; the executor runs it. */
export interface WritePlan {
  readonly action: 'create' | 'update' | 'delete';
  readonly steps: readonly Step[];
}

export type Step =
  /** The write ends here. It is always the last step. */
  | { readonly do: 'refuse'; readonly error: ApiError }
  /** Pattern searches take time: the item is planned again with their results. */
  | { readonly do: 'match'; readonly questions: readonly PatternQuestion[] }
  /** Hooks may change the payload: the item is planned again with the result. */
  | { readonly do: 'filter' }
  | PermitStep
  | { readonly do: 'rule'; readonly rule: RuleName; readonly payload: Payload | null }
  /** Warns the caller about a probable mistake. */
  | { readonly do: 'warn'; readonly warnings: readonly Warning[] }
  /** Items that must exist. */
  | { readonly do: 'references'; readonly references: readonly Reference[] }
  /** Hooks may refuse the write. */
  | { readonly do: 'hook'; readonly data: Payload }
  /** Writes the item nested in a field; its key becomes the value of the field. */
  | { readonly do: 'to-one'; readonly field: string; readonly write: Intent }
  /** An item that is restored gets its former key, whatever gives keys to other items. */
  | { readonly do: 'insert'; readonly values: Values; readonly restores?: boolean | undefined }
  | { readonly do: 'update'; readonly values: Values }
  | { readonly do: 'delete' }
  | RecordStep
  /** Notifies the consumers that must be notified within the transaction. */
  | { readonly do: 'emit' }
  | ToManyStep;

/** Stored values by column name. */
export type Values = ReadonlyMap<string, Stored>;

/** The item must be one of these rows. */
interface PermitStep {
  readonly do: 'permit';
  readonly where: Predicate;
  readonly refusal: ApiError;
  /** A different refusal if the item is not one of these rows either; null means no row at all. */
  readonly unseen?: { readonly where: Predicate | null; readonly refusal: ApiError };
}

/** A key in a payload that refers to an item of another collection. */
export interface Reference {
  readonly field: string;
  readonly collection: Collection;
  readonly key: string;
}

export type ActivityAction =
  | 'create'
  | 'update'
  | 'delete'
  | 'soft-delete'
  | 'revert'
  | 'comment'
  | 'upload'
  | 'authenticate'
  | 'invalid-credentials'
  | 'status-update'
  | 'view-as'
  | 'task'
  | 'task-done'
  | 'task-declined'
  | 'task-withdrawn';

/** The item in which a nested item was sent. */
export interface ParentItem {
  readonly collection: string;
  /** Null while the parent is being created. */
  readonly key: string | null;
}

/** Activity, and a revision unless the item is deleted. (Contract, L-1 to L-37.) */
export interface RecordStep {
  readonly do: 'record';
  readonly action: ActivityAction;
  readonly comment: string | null;
  /** What the revision records as changed. */
  readonly delta: Payload;
  readonly parent: ParentItem | null;
}

/** Writes the entries of a list field, each linked to the item by the foreign key. */
interface ToManyStep {
  readonly do: 'to-many';
  readonly field: string;
  readonly related: Collection;
  readonly foreignKey: string;
  readonly entries: readonly Entry[];
  /** Whether the list must not end up empty. */
  readonly required: boolean;
}

export interface Entry {
  readonly write: Intent;
  /** Whether the foreign key of the parent is added to each entry. */
  readonly tied: boolean;
}

/** What to do to a nested item. Its steps are planned only when they run, because they depend on rows. */
export type Intent =
  | { readonly verb: 'create'; readonly collection: Collection; readonly payload: Payload; readonly how: How }
  | ChangeIntent
  /** The client chooses the key: creates an item if the key is new, else changes the existing one. */
  | { readonly verb: 'save'; readonly create: Payload; readonly change: ChangeIntent }
  | { readonly verb: 'delete'; readonly collection: Collection; readonly key: string; readonly how: How }
  | { readonly verb: 'refuse'; readonly error: ApiError };

export interface ChangeIntent {
  readonly verb: 'change';
  readonly collection: Collection;
  readonly key: string;
  readonly payload: Payload;
  readonly how: How;
}

/** The origin of a write that a caller did not send directly. */
export interface How {
  readonly parent?: ParentItem;
  /** It is written together with another item, to which the caller's comment belongs. */
  readonly apart?: boolean;
  /** Whether it is recorded, if that differs from its request. */
  readonly records?: 'always' | 'never';
  /** Values that the server sets, for which the caller needs no permission. */
  readonly computed?: Payload;
  /** The item was deleted before: the values that the server usually fills in are taken from `computed`. */
  readonly restores?: true;
  /** Replaces the fields that the collection's rules require. */
  readonly required?: readonly string[];
  /** The complete resulting item of a user's collection must be valid, not only what is sent. (Contract, I-83.) */
  readonly whole?: boolean;
  readonly action?: ActivityAction;
}

/** The steps of a generator up to its end or its first refusal, which becomes the last step. */
export function planOf(action: WritePlan['action'], sequence: Generator<Step, void>): WritePlan {
  const steps: Step[] = [];
  try {
    for (const step of sequence) steps.push(step);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    steps.push({ do: 'refuse', error });
  }
  return { action, steps };
}
