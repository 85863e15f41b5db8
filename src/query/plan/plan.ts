import type { FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import type { Condition } from '../ast.ts';
import type { TextForm } from '../text-form.ts';

/** A condition on rows of one collection. It names fields instead of columns, so it holds for any dialect. */
export type Predicate =
  | { readonly type: 'constant'; readonly value: boolean }
  | { readonly type: 'and' | 'or'; readonly of: readonly Predicate[] }
  | { readonly type: 'not'; readonly of: Predicate }
  /** The row's key equals `key` of a matching row of another table. */
  | { readonly type: 'sameKey'; readonly collection: Collection; readonly key: Field; readonly where: Predicate }
  | { readonly type: 'condition'; readonly field: Field; readonly condition: Condition }
  | { readonly type: 'status'; readonly field: Field; readonly statuses: readonly string[]; readonly negated: boolean }
  /** The row belongs to the caller (`mine`), or to a user of the caller's role (`role`). */
  | { readonly type: 'owner'; readonly field: Field; readonly level: 'mine' | 'role' }
  /** The row refers to the caller's role. */
  | { readonly type: 'ownRole'; readonly field: Field }
  /** The text of a field is the key of a matching item of a collection. */
  | { readonly type: 'namesItem'; readonly field: Field; readonly collection: Collection; readonly where: Predicate }
  | { readonly type: 'language'; readonly field: Field; readonly languages: readonly string[] }
  | { readonly type: 'search'; readonly field: Field; readonly form: TextForm }
  /** Some related row matches. */
  | {
      readonly type: 'related';
      readonly field: Field;
      readonly relation: FieldRelation;
      readonly collection: Collection;
      readonly where: Predicate | null;
      readonly negated: boolean;
    }
  /** There are at least as many related rows as the condition says; negated, fewer. */
  | {
      readonly type: 'atLeast';
      readonly relation: ToMany;
      readonly collection: Collection;
      readonly where: Predicate | null;
      readonly condition: Condition;
      readonly negated: boolean;
    }
  /** Every key that the condition lists is related. */
  | {
      readonly type: 'relatedToAll';
      readonly relation: ToMany;
      readonly collection: Collection;
      readonly where: Predicate | null;
      readonly key: Field;
      readonly condition: Condition;
    };

export type ToMany = Extract<FieldRelation, { kind: 'o2m' }>;

/** A column that a statement selects. */
export interface PlannedColumn {
  readonly field: Field;
  readonly access: FieldAccess;
  /** False for keys that are only used to join rows. */
  readonly answered: boolean;
}

/** Related rows that are returned inside a row. */
export interface PlannedRelation {
  readonly field: Field;
  readonly relation: FieldRelation;
  readonly access: FieldAccess;
  /** The column of this node that holds the key: the foreign key, or the primary key for to-many. */
  readonly key: Field;
  /** The primary key of the other collection; null if it has none. */
  readonly relatedKey: Field | null;
  /** Null if the caller may not read the other collection. */
  readonly node: NodePlan | null;
}

/** A field whose value is computed from columns of the same row. */
export interface PlannedComputed {
  readonly field: Field;
  readonly access: FieldAccess;
  readonly of: readonly Field[];
}

export interface PlannedOrder {
  readonly field: Field;
  readonly access: FieldAccess;
  readonly descending: boolean;
}

/** Random order among rows that are equal in the order before it. */
export interface Shuffled {
  readonly sorted: readonly PlannedOrder[];
}

/** One statement of a read: rows of one collection, and the relations nested in them. */
export interface NodePlan {
  readonly collection: Collection;
  readonly columns: readonly PlannedColumn[];
  readonly relations: readonly PlannedRelation[];
  readonly computed: readonly PlannedComputed[];
  /** The names of an item's members, in order. */
  readonly names: readonly string[];
  readonly where: Predicate | null;
  readonly order: readonly PlannedOrder[] | Shuffled;
}

/** How a list is paged by cursor. */
export interface PlannedCursor {
  /** Identifies the collection and the order: cursors of other lists do not match it. */
  readonly signature: string;
  /** Whether cursors for both ends of the page are returned. */
  readonly returned: boolean;
  /** The requested side of the given position; null for the beginning of the list. */
  readonly direction: 'after' | 'before' | null;
  /** Which values of the given position are null. */
  readonly nulls: readonly boolean[];
}

/** A complete read. */
export interface ReadPlan {
  readonly root: NodePlan;
  /** Null if the list is not paged by cursor. */
  readonly cursor: PlannedCursor | null;
  /** The rows counted as the total: all that the caller may see, regardless of the filter. */
  readonly visible: Predicate | null;
  /** The rows counted by status, whatever their status; null if the caller may not see a status. */
  readonly byStatus: { readonly field: Field; readonly where: Predicate | null } | null;
  /** The columns that identify a row's version; empty if versions are not requested. */
  readonly version: readonly PlannedColumn[];
  /** Collections that the caller may not read, by the field that refers to them. */
  readonly denied: readonly { readonly field: string; readonly collection: string }[];
}
