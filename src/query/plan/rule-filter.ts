import { unprocessable } from '../../errors/unprocessable.ts';
import { type RuleFilter, VARIABLES } from '../../permissions/item-rule.ts';
import type { Collection } from '../../schema/collection.ts';
import type { Field } from '../../schema/field.ts';
import type { Collections } from '../../schema/schema.ts';
import { isRecord } from '../../shared/is-record.ts';
import type { Condition } from '../ast.ts';
import { anchored, comparedValue, wildcarded } from '../compared.ts';
import { parseFilter } from '../parse/filter.ts';
import { joinConditions } from './join.ts';
import { NO_ROWS } from './no-rows.ts';
import type { Predicate } from './plan.ts';
import { isSecret } from './write/recorded.ts';

/** Limits of one filter, since it is part of every statement on the collection. */
const MAX_CONDITIONS = 20;
const MAX_VALUES = 200;
const MAX_PATH = 4;

/**
 * Plans the filter of an item rule. It may compare fields that the role cannot see, because administrators write rules,
 * but no secrets. Error 12 if it is empty or too large, refers to something that does not exist, or compares with
 * unsuitable values.
 */
export function planRuleFilter(schema: Collections, collection: Collection, filter: RuleFilter): Predicate {
  const { conditions, values } = parseFilter(JSON.stringify(filter));
  requireForm(filter, conditions.length);
  if (conditions.length > MAX_CONDITIONS || values.length > MAX_VALUES)
    throw unprocessable(`A rule has at most ${MAX_CONDITIONS} conditions and ${MAX_VALUES} values`);
  const planned = joinConditions(conditions, (condition) =>
    planCondition(schema, collection, { ...condition, own: values }, condition.path),
  );
  return planned ?? NO_ROWS;
}

/** Refuses conditions that the query language would ignore, because ignoring one would widen the rule. */
function requireForm(filter: RuleFilter, parsed: number): void {
  const counts = Object.values(filter).map((given) => {
    if (!isRecord(given)) return given === null || Array.isArray(given) ? Number.NaN : 1;
    return Object.entries(given).filter(([name, value]) => name !== 'logical' && !isRecord(value)).length;
  });
  if (counts.length === 0) throw unprocessable('A rule needs a condition, such as {"owner": {"eq": "$me"}}');
  if (counts.some((count) => !(count > 0)) || counts.reduce((sum, count) => sum + count, 0) !== parsed)
    throw unprocessable('Each field of a rule needs operators with values, such as {"status": {"in": ["draft"]}}');
}

function planCondition(
  schema: Collections,
  collection: Collection,
  condition: Condition,
  [name = '', ...rest]: readonly string[],
): Predicate {
  const field = fieldAt(collection, name);
  if (rest.length === 0) return onField(collection, field, condition);
  const { relation } = field;
  const related = relation?.kind === 'm2o' ? schema.collections.get(relation.collection) : undefined;
  if (!relation || !related) throw unprocessable(`"${name}" of "${collection.name}" leads to no single item`);
  if (condition.path.length > MAX_PATH) throw unprocessable(`A rule follows at most ${MAX_PATH - 1} relations`);
  const where = planCondition(schema, related, condition, rest);
  return { type: 'related', field, relation, collection: related, where, negated: false };
}

function fieldAt(collection: Collection, name: string): Field {
  const field = collection.byName.get(name);
  if (!field?.column) throw unprocessable(`"${collection.name}" has no field "${name}" that a rule can compare`);
  if (isSecret(collection, name)) throw unprocessable(`"${name}" of "${collection.name}" is secret`);
  return field;
}

function onField({ name }: Collection, field: Field, condition: Condition): Predicate {
  const { family } = condition.operator;
  if (family === 'relation' || (family === 'pattern' && field.relation))
    throw unprocessable(`"${condition.operator.name}" cannot be applied to "${field.name}" of "${name}"`);
  if (family === 'range' && condition.count < 2) throw unprocessable(`"${field.name}" needs two values to be between`);
  requireValues(field, condition);
  return { type: 'condition', field, condition };
}

const EPOCH = { now: new Date(0) };

/** Converts values as statements will, so that none of them can fail later. */
function requireValues(field: Field, { first, count, own = [], operator }: Condition): void {
  for (const text of own.slice(first, first + count)) {
    requireVariable(field, text);
    const compared = text === '$me' || text === '$role' ? '1' : text.replace(/^\$now$/, 'now');
    if (operator.family !== 'pattern') comparedValue(field, compared, EPOCH);
    else if (operator.wildcards) wildcarded(compared);
    else anchored(compared, operator.anchor);
  }
}

function requireVariable({ name, kind }: Field, text: string): void {
  if (!/^\$\w+$/.test(text)) return;
  if (!VARIABLES.some((known) => known === text))
    throw unprocessable(`"${text}" is unknown: use ${VARIABLES.join(', ')}`);
  if (text === '$now' && kind !== 'date' && kind !== 'datetime')
    throw unprocessable(`"$now" can only be compared with a date, and "${name}" is none`);
}
