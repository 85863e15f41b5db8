import { ApiError } from '../../errors/api-error.ts';
import { unprocessable } from '../../errors/unprocessable.ts';
import type { Action } from '../../permissions/action.ts';
import type { ItemRule } from '../../permissions/item-rule.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import { type Collections, collectionOf } from '../../schema/schema.ts';
import type { Condition } from '../ast.ts';
import { operatorNamed } from '../operators.ts';
import type { PlanContext } from './context.ts';
import { all } from './join.ts';
import { NO_ROWS, rowsUnlessRefused } from './no-rows.ts';
import type { Predicate } from './plan.ts';
import { planRuleFilter } from './rule-filter.ts';
import { checkPresets } from './write/check-presets.ts';

/** The parts of an item rule that limit items. */
export type RulePart = 'filter' | 'validation';

/** The rows that fulfil the filters of all item rules about an action; null if there are no rules. */
export function rowsOfRules(context: PlanContext, collection: Collection, action: Action): Predicate | null {
  return rowsFulfilling(context, collection, action, ['filter']);
}

/**
 * The rows that a write by the caller may result in; null for all. An item that the change hides need not be among
 * those that the caller may change.
 */
export function rowsWritten(
  context: PlanContext,
  collection: Collection,
  action: 'create' | 'update',
  hides = false,
): Predicate | null {
  return rowsFulfilling(context, collection, action, hides ? ['validation'] : ['filter', 'validation']);
}

function rowsFulfilling(
  { policy, schema }: PlanContext,
  collection: Collection,
  action: Action,
  parts: readonly RulePart[],
): Predicate | null {
  const rules = policy.collection(collection.name).itemRules(action);
  const fulfilling = rules.flatMap((rule) => parts.map((part) => rowsOfRule(schema, collection, rule, part)));
  return all([...fulfilling, rules.some((rule) => hasBrokenPresets(collection, rule)) ? NO_ROWS : null]);
}

/**
 * The rows that fulfil one part of a rule, or that the rule is not about. A rule that cannot be planned allows no row.
 */
export function rowsOfRule(
  schema: Collections,
  collection: Collection,
  rule: ItemRule,
  part: RulePart,
): Predicate | null {
  const filter = rule[part];
  if (filter === null) return null;
  const where = rowsUnlessRefused(() => planRuleFilter(schema, collection, filter));
  if (rule.status === null) return where;
  const { status } = collection;
  if (!status?.statuses.has(rule.status)) return NO_ROWS;
  return { type: 'or', of: [...rowsOfOtherStatus(status.field, rule.status), where] };
}

function rowsOfOtherStatus(field: Field, status: string): Predicate[] {
  const another: Predicate = { type: 'status', field, statuses: [status], negated: true };
  const none: Condition = { path: [field.name], operator: operatorNamed('null'), first: 0, count: 0, or: false };
  return field.column?.nullable ? [another, { type: 'condition', field, condition: none }] : [another];
}

/** Whether a rule's presets can no longer be set, so that a new item would lack them. */
const hasBrokenPresets = (collection: Collection, rule: ItemRule): boolean =>
  reasonOf(() => checkPresets(collection, rule.presets)) !== null;

/** Why a rule that was valid when it was saved now allows nothing; null for a valid rule. */
export function problemOf(schema: Collections, rule: ItemRule): string | null {
  return reasonOf(() => checkItemRule(schema, rule));
}

/** Refuses an invalid rule. Errors 12, 200. */
export function checkItemRule(schema: Collections, { collection: name, status, ...rule }: ItemRule): void {
  const collection = collectionOf(schema, name);
  if (status !== null && !collection.status?.statuses.has(status))
    throw unprocessable(`"${name}" has no status "${status}"`);
  for (const part of [rule.filter, rule.validation]) if (part) planRuleFilter(schema, collection, part);
  checkPresets(collection, rule.presets);
}

function reasonOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}
