import { ApiError } from '../../../errors/api-error.ts';
import type { PatternQuestion } from '../../../patterns/pattern.ts';
import type { Collection } from '../../../schema/collection.ts';
import type { Stored } from '../../../schema/field-type.ts';
import type { Predicate } from '../plan.ts';
import type { Doubt } from './doubts.ts';
import type { RuleName } from './rules.ts';
import type { Payload } from './validate.ts';

/** What is to be done to one item, in order. Made of data alone: running it is the executor's. */
export interface WritePlan {
  readonly action: 'create' | 'update' | 'delete';
  readonly collection: Collection;
  readonly steps: readonly Step[];
}

export type Step =
  /** The write ends here. It is always the last step. */
  | { readonly do: 'refuse'; readonly error: ApiError }
  /** Patterns take time to search for: the item is planned anew when they are answered. */
  | { readonly do: 'match'; readonly questions: readonly PatternQuestion[] }
  /** Hooks may change the payload: the item is planned anew for what they leave. */
  | { readonly do: 'filter' }
  | PermitStep
  | { readonly do: 'rule'; readonly rule: RuleName; readonly payload: Payload | null }
  /** What cannot be meant: a note to the caller. */
  | { readonly do: 'doubt'; readonly doubts: readonly Doubt[] }
  /** Items that must exist. */
  | { readonly do: 'references'; readonly references: readonly Reference[] }
  /** Hooks may refuse the write. */
  | { readonly do: 'hook'; readonly data: Payload }
  /** Writes the item that a field brings along; its key is the value of the field. */
  | { readonly do: 'to-one'; readonly field: string; readonly write: Intent }
  | { readonly do: 'insert'; readonly values: Values }
  | { readonly do: 'update'; readonly values: Values }
  | { readonly do: 'delete' }
  | RecordStep
  /** Tells the consumers that must hear of the change inside of its transaction. */
  | { readonly do: 'emit' }
  | ToManyStep;

/** Stored values by column name. */
export type Values = ReadonlyMap<string, Stored>;

/** The item must be one of these rows. */
interface PermitStep {
  readonly do: 'permit';
  readonly where: Predicate;
  readonly refusal: ApiError;
  /** Refuses in another way where the item is none of these rows either; null stands for no row at all. */
  readonly unseen?: { readonly where: Predicate | null; readonly refusal: ApiError };
}

/** A key in a payload that names an item of another collection. */
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
  | 'status-update';

/** The item that a nested item was written through. */
export interface ParentItem {
  readonly collection: string;
  /** Null while the parent is being created. */
  readonly key: string | null;
}

/** Activity, and a revision of what is not gone. (Contract, L-1 to L-37.) */
export interface RecordStep {
  readonly do: 'record';
  readonly action: ActivityAction;
  readonly comment: string | null;
  /** What the revision says has changed. */
  readonly delta: Payload;
  readonly parent: ParentItem | null;
}

/** Writes the entries of a list field, each tied to the item by the foreign key. */
interface ToManyStep {
  readonly do: 'to-many';
  readonly field: string;
  readonly related: Collection;
  readonly foreignKey: string;
  readonly entries: readonly Entry[];
  /** Whether the list may not be left empty. */
  readonly required: boolean;
}

export interface Entry {
  readonly write: Intent;
  /** Whether the foreign key of the parent is to be added to what is sent. */
  readonly tied: boolean;
}

/** What is to be done to a nested item. What that takes is planned when its turn comes, for it depends on rows. */
export type Intent =
  | { readonly verb: 'create'; readonly collection: Collection; readonly payload: Payload; readonly how: How }
  | ChangeIntent
  /** A key that people choose: a new item where there is none of that key, else a change. */
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

/** How a write came about, where it is not plainly sent by a caller. */
export interface How {
  readonly parent?: ParentItem;
  /** It is written next to another item: the caller's comment is that one's. */
  readonly apart?: boolean;
  /** Whether it is recorded where that is not as its request says. */
  readonly records?: 'always' | 'never';
  /** Values of the server's own, for which the caller needs no right. */
  readonly computed?: Payload;
  /** Stands in for the fields that the collection's rules require. */
  readonly required?: readonly string[];
  /** All that an item of a user's collection becomes must be valid, not what is sent alone. (Contract, I-83.) */
  readonly whole?: boolean;
  readonly action?: ActivityAction;
}

/** The steps of a sequence up to its end, or up to what it refuses: that becomes the last step. */
export function planOf(
  action: WritePlan['action'],
  collection: Collection,
  sequence: Generator<Step, void>,
): WritePlan {
  const steps: Step[] = [];
  try {
    for (const step of sequence) steps.push(step);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    steps.push({ do: 'refuse', error });
  }
  return { action, collection, steps };
}
