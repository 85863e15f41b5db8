import type { ErrorName } from '../../../errors/catalogue.ts';

/** The moments of a write at which the rules of a system collection are asked, by their names. */
export type RuleName =
  | 'check'
  | 'doubts'
  | 'existing'
  | 'beforeCreate'
  | 'beforeChange'
  | 'afterCreate'
  | 'afterUpdate';

/** What a plan knows of a collection's rules: their data, and which moments they want to be asked at. */
export interface RuleFacts extends Readonly<Partial<Record<RuleName, unknown>>> {
  /** Fields that a new item needs although their columns do without. */
  readonly required?: readonly string[];
  /** What an item that the caller may not see answers to a change or a removal, where that is not "not found". */
  readonly hidden?: { readonly update?: ErrorName; readonly delete?: ErrorName };
  /** Collections whose items fields name by their keys without a relation that says so. */
  readonly references?: Readonly<Record<string, string>>;
}
