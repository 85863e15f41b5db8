import type { ErrorName } from '../../../errors/catalogue.ts';

/** The names of the moments of a write at which the rules of a system collection apply. */
export type RuleName =
  | 'check'
  | 'warnings'
  | 'existing'
  | 'beforeCreate'
  | 'beforeChange'
  | 'afterCreate'
  | 'afterUpdate';

/** What a plan uses of a collection's rules: their data, and the moments at which they apply. */
export interface RuleFacts extends Readonly<Partial<Record<RuleName, unknown>>> {
  /** Fields that a new item requires although their columns are nullable. */
  readonly required?: readonly string[];
  /** The error for changing or deleting an item that the caller may not see, if that is not "not found". */
  readonly hidden?: { readonly update?: ErrorName; readonly delete?: ErrorName };
  /** Collections to whose items fields refer by key without a relation. */
  readonly references?: Readonly<Record<string, string>>;
}
