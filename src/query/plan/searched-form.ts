import { isTyped } from '../../schema/typed-columns.ts';
import type { TextForm } from '../text-form.ts';
import type { Predicate } from './plan.ts';

/** A condition that looks for a part of a text. */
export type Searching = Extract<Predicate, { type: 'condition' | 'search' }>;

/** The form of the text that a condition searches for; `short` if the text is unknown until the statement runs. */
export function searchedForm(predicate: Searching): TextForm {
  if (predicate.type === 'search') return predicate.form;
  return predicate.condition.own ? 'short' : (predicate.condition.form ?? 'short');
}

/** Whether a search looks for a word in a column of numbers or moments, which contain no words. */
export const isWordInTypedColumn = (predicate: Searching): boolean =>
  predicate.type === 'search' &&
  predicate.form === 'word' &&
  predicate.field.column !== null &&
  isTyped(predicate.field.column);

/** Whether a condition holds for texts that do not contain the part. */
export const isNegated = (predicate: Searching): boolean =>
  predicate.type === 'condition' && predicate.condition.operator.negated === true;
