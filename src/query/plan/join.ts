import type { Condition } from '../ast.ts';
import type { Predicate } from './plan.ts';

/** Joins the predicates by AND; null if there is none. */
export function all(predicates: readonly (Predicate | null)[]): Predicate | null {
  const of = predicates.filter((predicate) => predicate !== null);
  return of.length > 1 ? { type: 'and', of } : (of[0] ?? null);
}

/**
 * Joins the conditions of a filter from left to right, where AND binds tighter than OR. The result is always in
 * parentheses; null if there is no condition.
 */
export function joinConditions(
  conditions: readonly Condition[],
  plan: (condition: Condition) => Predicate,
): Predicate | null {
  const groups: Predicate[][] = [];
  for (const condition of conditions) {
    const predicate = plan(condition);
    const current = groups.at(-1);
    if (current && !condition.or) current.push(predicate);
    else groups.push([predicate]);
  }
  const alternatives = groups.flatMap((group) => all(group) ?? []);
  return alternatives.length > 1 ? { type: 'or', of: alternatives } : (alternatives[0] ?? null);
}
