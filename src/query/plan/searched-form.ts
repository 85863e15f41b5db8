import type { TextForm } from '../text-form.ts';
import type { Predicate } from './plan.ts';

/** A condition that looks for a part of a text. */
export type Searching = Extract<Predicate, { type: 'condition' | 'search' }>;

/** The form of what a condition looks for; short where only the statement will know it. */
export function searchedForm(predicate: Searching): TextForm {
  if (predicate.type === 'search') return predicate.form;
  return predicate.condition.own ? 'short' : (predicate.condition.form ?? 'short');
}
