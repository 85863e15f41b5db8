import type { FieldAccess } from '../../permissions/policy.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field, FieldRelation } from '../../schema/field.ts';
import type { Condition } from '../ast.ts';

/** A condition on rows of one collection; fields stand for columns, so it holds for any dialect. */
export type Predicate =
  | { readonly type: 'constant'; readonly value: boolean }
  | { readonly type: 'and' | 'or'; readonly of: readonly Predicate[] }
  | { readonly type: 'not'; readonly of: Predicate }
  /** The row's key stands in `key` of a row of another table that matches. */
  | { readonly type: 'sameKey'; readonly collection: Collection; readonly key: Field; readonly where: Predicate }
  | { readonly type: 'condition'; readonly field: Field; readonly condition: Condition }
  | { readonly type: 'status'; readonly field: Field; readonly statuses: readonly string[]; readonly negated: boolean }
  /** The row belongs to the caller (`mine`), or to a user of the caller's role (`role`). */
  | { readonly type: 'owner'; readonly field: Field; readonly level: 'mine' | 'role' }
  /** The row names the caller's role. */
  | { readonly type: 'ownRole'; readonly field: Field }
  /** The text of a field is the key of an item of a collection that matches. */
  | { readonly type: 'namesItem'; readonly field: Field; readonly collection: Collection; readonly where: Predicate }
  | { readonly type: 'language'; readonly field: Field; readonly languages: readonly string[] }
  | { readonly type: 'search'; readonly field: Field }
  /** Some related row matches. */
  | {
      readonly type: 'related';
      readonly field: Field;
      readonly relation: FieldRelation;
      readonly collection: Collection;
      readonly where: Predicate | null;
      readonly negated: boolean;
    }
  /** At least as many related rows as the condition says; or, negated, fewer. */
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
  /** False for keys that only tie rows together. */
  readonly answered: boolean;
}

/** Related rows that are answered inside a row. */
export interface PlannedRelation {
  readonly field: Field;
  readonly relation: FieldRelation;
  readonly access: FieldAccess;
  /** Column of this node that holds the key: the foreign key, or the primary key for to-many. */
  readonly key: Field;
  /** Null where the caller may not read the other collection. */
  readonly node: NodePlan | null;
}

/** A field whose answer is made of columns of the same row. */
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

/** At random, where rows are equal in the order that was asked for before. */
export interface Shuffled {
  readonly sorted: readonly PlannedOrder[];
}

/** One statement of a read: rows of one collection, and what hangs on them. */
export interface NodePlan {
  readonly collection: Collection;
  readonly columns: readonly PlannedColumn[];
  readonly relations: readonly PlannedRelation[];
  readonly computed: readonly PlannedComputed[];
  /** Names in the order in which a row shows them. */
  readonly names: readonly string[];
  readonly where: Predicate | null;
  readonly order: readonly PlannedOrder[] | Shuffled;
}

/** How a list is paged by places in its order. */
export interface PlannedCursor {
  /** Of the collection and the order: cursors of others do not fit. */
  readonly signature: string;
  /** Whether the places of the page's ends are told. */
  readonly told: boolean;
  /** The side of the given place that is asked for; null for the beginning of the list. */
  readonly direction: 'after' | 'before' | null;
  /** Which values of the given place are null. */
  readonly nulls: readonly boolean[];
}

/** A whole read. */
export interface ReadPlan {
  readonly root: NodePlan;
  /** Null where the list is not paged by cursor. */
  readonly cursor: PlannedCursor | null;
  /** Rows that count as the total: what the caller may see, whatever is filtered. */
  readonly visible: Predicate | null;
  /** Rows that are counted by status, whatever it is; null where there is none to be seen. */
  readonly byStatus: { readonly field: Field; readonly where: Predicate | null } | null;
  /** The columns that tell the states of a row apart; empty where nobody asks. */
  readonly version: readonly PlannedColumn[];
  /** Collections that could not be read, with the field that leads there. */
  readonly denied: readonly { readonly field: string; readonly collection: string }[];
}
